import { setTimeout } from 'node:timers/promises';
import { ANALYSTS } from './analysts.ts';
import { ASKERS } from './askers.ts';
import { BROKEN_STREAMS } from './broken-streams.ts';
import { CHECKERS } from './checkers.ts';
import { COPIERS } from './copiers.ts';
import { GOOD_ANSWERS } from './good-answers.ts';
import { LIARS } from './liars.ts';
import { OBEDIENT } from './obedient.ts';
import { PDF_READERS } from './pdf-readers.ts';
import { REFUSED_REQUESTS } from './refused-requests.ts';
import { SCAN_READERS } from './scan-readers.ts';
import type { ChatCall, Script } from './script.ts';
import { SEARCHES } from './searches.ts';
import { TEAM } from './team.ts';

/** Fails first, then answers: to test retries. */
const FLAKY: Script = {
  model: 'flaky-(\\d+)-(.+)',
  does: 'does what the rest of its name says for that many calls, then answers like `sim/fast`',
  run(call, times, rest = '') {
    const play = findScript(`sim/${call.nth <= Number(times) ? rest : 'fast'}`);
    if (!play) throw new Error(`no such script: ${rest}`);
    return play(call);
  },
};

/** Delays the answer: to test cancelling it, or killing the client in between. */
const LATE: Script = {
  model: 'late-(\\d+)-(.+)',
  does: 'is silent for that many milliseconds, then does what the rest of its name says',
  async run(call, milliseconds, rest = '') {
    const play = findScript(`sim/${rest}`);
    if (!play) throw new Error(`no such script: ${rest}`);
    await setTimeout(Number(milliseconds));
    return play(call);
  },
};

export const SCRIPTS: readonly Script[] = [
  ...GOOD_ANSWERS,
  ...REFUSED_REQUESTS,
  ...BROKEN_STREAMS,
  ...SEARCHES,
  ...TEAM,
  ...PDF_READERS,
  ...SCAN_READERS,
  ...COPIERS,
  ...ANALYSTS,
  ...CHECKERS,
  ...ASKERS,
  ...LIARS,
  OBEDIENT,
  FLAKY,
  LATE,
];

/** Returns the script of a model id; null for an unknown one. `@…` at the end only separates counts. */
export function findScript(
  model: string,
  further: readonly Script[] = [],
): ((call: ChatCall) => Promise<void> | void) | null {
  const name = model.replace(/@.*$/, '');
  for (const script of [...further, ...SCRIPTS]) {
    const match = new RegExp(`^sim/${script.model}$`).exec(name);
    if (match) return (call) => script.run(call, ...match.slice(1));
  }
  return null;
}
