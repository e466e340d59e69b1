/**
 * How long somebody waits for a list of 100 tasks while the server opens files that others have handed in: three honest
 * large ones at once, by turns with none, then one after the other, and ones that are built to break their reader. And
 * what twenty uploads of 10 MB at once cost in memory.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makePng } from '#tests/bombs/make-bombs.ts';
import { CONTENTS } from '#tests/bombs/pdf-content.ts';
import { addTasks, signUp } from '../measure/account.ts';
import { openPlace } from '../measure/engines.ts';
import { memoryOf, percentile, report } from '../measure/figures.ts';
import { type Handed, HONEST, hand, upload } from '../measure/hand-in.ts';
import { listMeanwhile } from '../measure/list-meanwhile.ts';

const ROUNDS = 3;
const UPLOADS = 20;

const bomb = (what: string): Handed => {
  const found = CONTENTS.find((one) => one.what === what);
  if (!found) throw new Error(`there is no PDF ${what}`);
  return { what: `a PDF ${what}`, type: 'doc_summary', extension: 'pdf', bytes: found.make() };
};

const FILES: readonly Handed[] = [
  ...HONEST,
  bomb('whose page unfolds to a thousand megabytes'),
  bomb('whose page puts five million states by'),
  { what: 'a PNG of 30,000 by 30,000', type: 'image_edit', extension: 'png', bytes: makePng(30_000, 30_000) },
];

const server = await openPlace('pglite').then(async (place) => ({ place, ...(await place.start()) }));
const reader = await signUp(server.url, 'reader');
await addTasks(reader, 100);

const list = (work: Promise<unknown>) => listMeanwhile(server.url, reader.headers, work);

function tell(what: string, samples: readonly number[], more: Readonly<Record<string, number>> = {}): void {
  report(`a list of 100 tasks, meanwhile ${what}`, {
    lists: String(samples.length),
    'p50 ms': percentile(samples, 0.5),
    'p99 ms': percentile(samples, 0.99),
    ...more,
  });
}

await list(pause(5_000));
const [alone, together]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  const senders = await Promise.all(HONEST.map((_file, at) => signUp(server.url, `three-${round}-${at}`)));
  const handed = async (): Promise<unknown> =>
    Promise.all(HONEST.flatMap((file, at) => (senders[at] ? [hand(server.url, senders[at], file)] : [])));
  alone.push(...(await list(pause(10_000))));
  together.push(...(await list(handed())));
}
tell('nothing', alone);
tell(`${HONEST.map(({ what }) => what).join(', ')}, at once`, together, {
  'p50 against nothing': percentile(together, 0.5) / percentile(alone, 0.5),
  'p99 against nothing': percentile(together, 0.99) / percentile(alone, 0.99),
});
for (const [at, file] of FILES.entries()) {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await signUp(server.url, `sender-${at}-${round}`);
    samples.push(...(await list(hand(server.url, account, file))));
  }
  tell(file.what, samples);
}

const sender = await signUp(server.url, 'sender');
const bytes = Buffer.alloc(10 * 1024 * 1024, 'a');
const before = memoryOf(server.pid);
let peak = before;
const watch = setInterval(() => void (peak = Math.max(peak, memoryOf(server.pid))), 20);
const uploads = Promise.all(Array.from({ length: UPLOADS }, () => upload(sender, bytes, 'csv')));
const meanwhile = await list(uploads);
clearInterval(watch);
tell(`${UPLOADS} uploads of 10 MB`, meanwhile, { 'memory for them MB': peak - before });
await server.stop();
await server.place.remove();
