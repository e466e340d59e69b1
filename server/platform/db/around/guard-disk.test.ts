import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskWatch, DISK_IS_FULL, type DiskWatch } from '#server/lib/disk-space.ts';
import { silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { type Database, DatabaseError } from '../database.ts';
import { guardDisk } from './guard-disk.ts';

let test: TestDatabase;
let database: Database;
let disk: DiskWatch;
let free: number;

beforeEach(async () => {
  test = await testDatabase();
  free = 10_000_000_000;
  disk = createDiskWatch({ log: silentLog, measure: async () => ({ free, size: 100_000_000_000 }) });
  database = await guardDisk(test.database, { disk, log: silentLog });
  await database.exec('create table notes (body text)');
});
afterEach(() => test.close());

async function measure(bytes: number): Promise<void> {
  free = bytes;
  await disk.look();
}

const write = () => database.query("insert into notes values ('kept')");
const inTransaction = () => database.transaction((tx) => tx.query("insert into notes values ('kept')"));
const count = async () => (await database.query('select from notes')).length;

it('a full disk makes the embedded database read-only with a clear error, until there is space again', async () => {
  await write();
  await measure(1_000_000);
  if (database.engine === 'postgres') await write();
  else {
    const full = { code: '53100', message: DISK_IS_FULL };
    await expect(write()).rejects.toMatchObject(full);
    await expect(inTransaction()).rejects.toMatchObject(full);
  }
  const before = await count();
  expect(before).toBe(database.engine === 'postgres' ? 2 : 1);
  await measure(10_000_000_000);
  await write();
  await inTransaction();
  expect(await count()).toBe(before + 2);
});

it('other failures keep their own message', async () => {
  await measure(1_000_000);
  await expect(database.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await measure(10_000_000_000);
  const readOnly = database.batch([
    { text: "select set_config('transaction_read_only', 'on', true)" },
    { text: "insert into notes values ('x')" },
  ]);
  await expect(readOnly).rejects.toMatchObject({ code: '25006' });
});

it('the disk-full error of the engine names no file', async () => {
  const raised = database.exec(
    `do $$ begin raise exception using errcode = '53100', message = 'could not extend file "base/5/1"'; end $$`,
  );
  const error: unknown = await raised.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '53100', message: DISK_IS_FULL });
  expect(error instanceof DatabaseError && error.cause).toMatchObject({ code: '53100' });
});
