import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeUser } from '#tests/fixtures/factories.ts';
import { createErasedList, type ErasedList } from './erased-list.ts';

let test: TestDatabase;
let folder: string;
let file: string;
let lines: string[];
let list: ErasedList;

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errand-erased-'));
  file = join(folder, 'erased-accounts.txt');
  lines = [];
  const log = createLog('error', (line) => lines.push(line));
  list = createErasedList(test.database, { file, log, firstRetry: 20 });
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => test.close());

async function erase(): Promise<string> {
  const { id } = await makeUser(test.database);
  await test.database.transaction((tx) => tx.query('select private.erase_account($1)', [id]));
  return id;
}

it('retries failed writes by itself, and reports each failure', async () => {
  const id = await erase();
  mkdirSync(file);
  await list.note();
  expect(lines).toHaveLength(1);
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(2));
  rmdirSync(file);
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain(id));
  await list.stop();
});

it('stops retrying once it is stopped', async () => {
  await erase();
  mkdirSync(file);
  await list.note();
  await list.stop();
  const said = lines.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lines).toHaveLength(said);
});
