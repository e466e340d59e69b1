/**
 * What a backup costs those who write: their longest wait without one, during one, and after it, when the embedded
 * database shortens the log that it had to keep for the backup.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { operate } from '#tests/worlds/operator.ts';
import { signUp } from './measure/account.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, pause, percentile, report } from './measure/figures.ts';

const WRITERS = 50;
/** Each writes in several places at once. */
const PEOPLE = 10;
const ROWS = 20_000;
/** Between two rows of one writer: people, not a flood that waits for itself. */
const EVERY = 100;
/** Milliseconds; the log is looked at every half minute, and grows by what the writers write. */
const CHECKPOINT_WITHIN = 10 * 60_000;

/** Resolves once the embedded database has written down where its next recovery begins. */
async function nextCheckpoint(dataDir: string): Promise<void> {
  const read = (): Buffer => readFileSync(join(dataDir, 'database/global/pg_control'));
  const before = read();
  const end = performance.now() + CHECKPOINT_WITHIN;
  while (read().equals(before)) {
    if (performance.now() > end) throw new Error('the log was not shortened after the backup');
    await pause(100);
  }
  // Those who waited for it are answered by now.
  await pause(2_000);
}

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const server = await place.start();
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) => signUp(server.url, `writer-${at}`)),
  );
  const insert = async (at: number, titles: readonly string[]): Promise<number> => {
    const person = people[at % PEOPLE];
    if (!person) throw new Error('there is one for each');
    const begun = performance.now();
    const { status } = await fetch(`${server.url}/rest/v1/tasks`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(titles.map((title) => ({ title, user_id: person.userId }))),
    });
    if (status !== 201) throw new Error(`a task was answered ${status}`);
    return performance.now() - begun;
  };
  // So that there is something to copy.
  for (let n = 0; n < ROWS; n += 500) {
    await insert(
      (n / 500) % WRITERS,
      Array.from({ length: 500 }, (_, row) => `${n + row} ${'x'.repeat(200)}`),
    );
  }

  let waits: number[] = [];
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    while (!isOver) {
      waits.push(await insert(at, ['one more']));
      await pause(EVERY);
    }
  });
  const measured = async (what: string, during: Promise<unknown>): Promise<void> => {
    waits = [];
    const begun = performance.now();
    await during;
    report(`${what}, ${engine}, ${WRITERS} writers`, {
      seconds: (performance.now() - begun) / 1000,
      'p50 ms': median(waits),
      'p99 ms': percentile(waits, 0.99),
      'longest ms': Math.max(...waits),
    });
  };
  await pause(3_000);
  await measured('writing alone', pause(10_000));
  const folder = `${server.dataDir}-saved`;
  const env = { ...place.env, PORT: new URL(server.url).port };
  await measured(
    'writing during a backup',
    operate({ dataDir: server.dataDir, env }, 'backup', join(folder, 'one')),
  );
  if (engine === 'pglite') {
    await measured('writing after a backup, until its checkpoint', nextCheckpoint(server.dataDir));
  }
  isOver = true;
  await Promise.all(writers);
  await server.stop();
  rmSync(folder, { recursive: true });
  await place.remove();
}
