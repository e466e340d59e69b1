import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Log, silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import type { Database } from './database.ts';
import { openDatabaseClock } from './database-clock.ts';

const MINUTE = 60_000;
let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const here: string[] = [];
const note = (message: string, fields?: object): number => here.push(`${message} ${JSON.stringify(fields)}`);
const log: Log = { ...silentLog, warn: note, info: note };

/** A server's database whose clock differs from this machine's by so many milliseconds. */
function serverAhead(by: () => number): Database {
  const query: Database['query'] = async <T extends object>(text: string) => {
    const [row] = await test.database.query<{ at: number }>(text);
    return [{ at: (row?.at ?? Number.NaN) + by() }] as unknown as T[];
  };
  return { ...test.database, engine: 'postgres', query };
}
const aheadBy = (time: Date): number => time.getTime() - Date.now();

it('tells the time of the database, follows it, and says that this machine is wrong', async () => {
  let by = 7 * MINUTE;
  const clock = await openDatabaseClock(
    serverAhead(() => by),
    { log, every: 20 },
  );
  expect(aheadBy(clock.now()) / 1000).toBeCloseTo(420, -1);
  expect(here).toEqual([expect.stringMatching(/differs from the database's.*NTP.*"seconds_ahead":-420/)]);
  by = 0;
  await vi.waitFor(() => expect(aheadBy(clock.now())).toBe(0));
  expect(here[1]).toContain('agrees with the database');
  clock.stop();
});

it('keeps what it knows while the database does not answer', async () => {
  let isDown = false;
  const database = serverAhead(() => -7 * MINUTE);
  const query: Database['query'] = (...asked) =>
    isDown ? Promise.reject(new Error('down')) : database.query(...asked);
  const clock = await openDatabaseClock({ ...database, query }, { log: silentLog, every: 5 });
  isDown = true;
  await sleep(50);
  expect(aheadBy(clock.now()) / 1000).toBeCloseTo(-420, -1);
  clock.stop();
});

it('is the clock of this machine on the embedded database', async () => {
  const database = { ...serverAhead(() => 7 * MINUTE), engine: 'pglite' } as const;
  expect(aheadBy((await openDatabaseClock(database, { log: silentLog })).now())).toBeCloseTo(0, -2);
});
