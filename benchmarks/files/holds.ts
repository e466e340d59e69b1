/**
 * How long the server's main thread computes at one go while three people hand in large files at once: nobody is answered
 * meanwhile. In processor time, so that it says the same on a busy machine; by turns with nothing but lists.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { addTasks, signUp } from '../measure/account.ts';
import { calibrate } from '../measure/calibrate.ts';
import { openPlace } from '../measure/engines.ts';
import { percentile, report } from '../measure/figures.ts';
import { HONEST, hand } from '../measure/hand-in.ts';
import { listMeanwhile } from '../measure/list-meanwhile.ts';

const ROUNDS = Number(process.argv[2] ?? 3);

const probe = join(import.meta.dirname, '../measure/probe-loop.ts');
const told = join(tmpdir(), `loop-${process.pid}.json`);
const place = await openPlace('pglite');
const server = await place.start({ NODE_OPTIONS: `--import=${probe}`, LOOP_PROBE: told });

/** Milliseconds of processor time of each long piece since the last call. */
async function pieces(): Promise<number[]> {
  rmSync(told, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  while (!existsSync(told) || readFileSync(told, 'utf8') === '') await pause(20);
  return z.array(z.number()).parse(JSON.parse(readFileSync(told, 'utf8')));
}

const reader = await signUp(server.url, 'reader');
await addTasks(reader, 100);

const list = (work: Promise<unknown>) => listMeanwhile(server.url, reader.headers, work);

function tell(what: string, taken: readonly number[], lists: readonly number[]): void {
  report(what, {
    'longest piece ms': Math.max(0, ...taken),
    'the ten longest': taken
      .toSorted((a, b) => b - a)
      .slice(0, 10)
      .map((each) => each.toFixed(0))
      .join(' '),
    'lists p50 ms': percentile(lists, 0.5),
    'p99 ms': percentile(lists, 0.99),
  });
}

await list(pause(5_000));
await pieces();
const seen = { alone: [] as number[], together: [] as number[] };
const waited = { alone: [] as number[], together: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  const senders = await Promise.all(HONEST.map((_file, at) => signUp(server.url, `three-${round}-${at}`)));
  await pieces();
  waited.alone.push(...(await list(pause(8_000))));
  seen.alone.push(...(await pieces()));
  const handed = Promise.all(
    HONEST.flatMap((file, at) => (senders[at] ? [hand(server.url, senders[at], file)] : [])),
  );
  waited.together.push(...(await list(handed)));
  seen.together.push(...(await pieces()));
}
tell('lists alone', seen.alone, waited.alone);
tell(`lists beside ${HONEST.map(({ what }) => what).join(', ')}, at once`, seen.together, waited.together);
for (const file of HONEST) {
  const sender = await signUp(server.url, `one-${file.extension}`);
  await pieces();
  const lists = await list(hand(server.url, sender, file));
  tell(`lists beside ${file.what}`, await pieces(), lists);
}
await calibrate();
await server.stop();
await place.remove();
rmSync(told, { force: true });
