import { setTimeout as sleep } from 'node:timers/promises';
import { formOf } from '#simulators/ai/scripts/form-of.ts';
import type { ChatCall, Script } from '#simulators/ai/scripts/script.ts';

/** A clock that a page in a browser on the same machine shares: milliseconds, with fractions. */
export const now = (): number => performance.timeOrigin + performance.now();

/** When the provider did what, in one call of its. */
export interface ProviderTimes {
  readonly asked: number;
  /** By the number of the piece: just before it was written. */
  readonly sent: number[];
  ended: number | null;
}

/** Milliseconds before the first piece, as a model needs them to read. */
const READING = 500;

export interface PacedModel {
  readonly script: Script;
  /** Every call, by the name that its pieces bear. */
  readonly calls: ReadonlyMap<string, ProviderTimes>;
}

/** The name of each piece in a text: of its call, and its number. */
export const PIECE = /\b(m\w+x\d+)p(\d+)\b/g;

/**
 * A provider whose time is known: so many pieces, so many milliseconds apart, and each piece says which it is. What a
 * run takes beyond that is ours. Asked for questions before it starts, it has none, at once.
 */
export function createPacedModel({ reading = READING } = {}): PacedModel {
  const calls = new Map<string, ProviderTimes>();
  async function answer({ reply, nth, request }: ChatCall, pieces: number, apart: number): Promise<void> {
    const times: ProviderTimes = { asked: now(), sent: [], ended: null };
    const name = `m${request.model.replace(/\W/g, '')}x${nth}`;
    calls.set(name, times);
    reply.begin();
    const begun = now() + reading;
    for (let piece = 0; piece < pieces; piece += 1) {
      // By the clock and not by adding up: what one sleep is late, the next makes good.
      await sleep(Math.max(0, begun + piece * apart - now()));
      times.sent.push(now());
      await reply.text(`${name}p${piece} is the next of the words. `);
    }
    await reply.end();
    times.ended = now();
  }
  return {
    calls,
    script: {
      model: 'paced-(\\d+)-(\\d+)',
      does: 'answers in so many pieces, so many milliseconds apart, and notes when',
      async run(call, pieces, apart) {
        if (formOf(call.request) !== 'questions') return answer(call, Number(pieces), Number(apart));
        await call.reply.words('{"questions":[]}');
        await call.reply.end();
      },
    },
  };
}
