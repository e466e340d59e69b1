import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { timeDatabase } from './time-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('reports statements and whole transactions once each, and those that fail too', async () => {
  const seen: string[] = [];
  const database = timeDatabase(test.database, (work, seconds) => {
    expect(seconds).toBeGreaterThan(0);
    seen.push(work);
  });
  expect(await database.query('select $1::int as n', [1])).toEqual([{ n: 1 }]);
  await database.batch([{ text: 'select 1' }, { text: 'select 2' }]);
  await database.exec('select 1; select 2');
  await database.transaction(async (tx) => {
    await tx.query('select 1');
    await tx.query('select 2');
  });
  await expect(database.query('select nothing')).rejects.toThrow('nothing');
  expect(seen).toEqual(['statement', 'statement', 'statement', 'transaction', 'statement']);
});
