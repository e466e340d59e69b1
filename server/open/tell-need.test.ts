import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Log, silentLog } from '#server/lib/log.ts';
import { type Database, DatabaseError } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { tellNeed } from './tell-need.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const FULL = new DatabaseError('53100', 'could not extend file "base/5/16384": No space left on device');
const TAKEN = new DatabaseError('57P01', 'the database cannot be reached', {
  cause: Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
});
const RESTARTS = new DatabaseError('57P01', 'the database cannot be reached');

/** What is logged while a server's database fails so, twice each. */
async function toldOf(engine: Database['engine'], errors: readonly DatabaseError[]): Promise<string[]> {
  const told: string[] = [];
  const log: Log = { ...silentLog, error: (message) => told.push(message) };
  for (const error of [...errors, ...errors]) failing.push(error);
  const query = () => Promise.reject(failing.shift());
  const database = tellNeed({ ...test.database, engine, query }, { log });
  for (const error of [...errors, ...errors]) await expect(database.query('select 1')).rejects.toBe(error);
  return told;
}
const failing: DatabaseError[] = [];

it('says once what the operator has to do', async () => {
  expect(await toldOf('postgres', [FULL, TAKEN, RESTARTS])).toEqual([
    expect.stringMatching(/^the disk of the database is full.*: make room/),
    expect.stringMatching(/^the database has no connection left.*: raise max_connections/),
  ]);
});

it('leaves the embedded database to the watch of its disk', async () => {
  expect(await toldOf('pglite', [FULL])).toEqual([]);
});
