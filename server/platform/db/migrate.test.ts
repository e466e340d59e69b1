import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { runAsCaller } from './as-caller.ts';
import { ANON } from './caller.ts';
import type { Database, Transaction } from './database.ts';
import { BOOKKEEPING, compareMigrations, migrate } from './migrate.ts';

let test: TestDatabase;
let database: Database;
let home: string;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterAll(() => test.close());

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'errand-migrations-'));
  for (const folder of ['platform', 'product']) mkdirSync(path.join(home, folder));
  await database.exec(
    'drop schema if exists migrations cascade; create schema scratch; create table scratch.log (name text)',
  );
});
afterEach(async () => {
  rmSync(home, { recursive: true });
  await database.exec('drop schema scratch cascade');
});

const put = (file: string, sql: string): void => writeFileSync(path.join(home, file), sql);
const logs = (name: string): string => `insert into scratch.log values ('${name}')`;
const folders = () => ['platform', 'product'].map((folder) => path.join(home, folder));
const run = (only?: ReadonlySet<string>) =>
  migrate(database, { folders: folders(), log: silentLog, ...(only && { only }) });
const logged = async () =>
  (await database.query<{ name: string }>('select name from scratch.log')).map((row) => row.name);

it('applies each file once, folder by folder, in the order of their numbers', async () => {
  put('product/0001_first.sql', logs('product 1'));
  put('platform/0010_tenth.sql', logs('platform 10'));
  put('platform/0009_ninth.sql', logs('platform 9'));
  await run();
  await run();
  expect(await logged()).toEqual(['platform 9', 'platform 10', 'product 1']);
  put('platform/0011_later.sql', logs('platform 11'));
  await run();
  expect(await logged()).toEqual(['platform 9', 'platform 10', 'product 1', 'platform 11']);
});

it('rolls back a failing file completely, names it with the line, and keeps earlier ones', async () => {
  put('platform/0001_good.sql', logs('good'));
  put('product/0001_bad.sql', `${logs('bad')};\ncreate table scratch.half ();\nselect nonsense;\n`);
  await expect(run()).rejects.toMatchObject({
    code: '42703',
    message: 'migration product/0001_bad, line 3: column "nonsense" does not exist',
  });
  expect(await logged()).toEqual(['good']);
  put('product/0001_bad.sql', logs('mended'));
  await run();
  expect(await logged()).toEqual(['good', 'mended']);
});

it('refuses a file that has changed since it was applied', async () => {
  put('platform/0001_first.sql', logs('first'));
  await run();
  put('platform/0001_first.sql', `${logs('first')} -- better`);
  put('platform/0002_second.sql', logs('second'));
  await expect(run()).rejects.toThrow('platform/0001_first was changed');
  expect(await logged()).toEqual(['first']);
});

it('refuses to let an older program work on newer data', async () => {
  put('platform/0001_first.sql', logs('first'));
  put('platform/0002_second.sql', logs('second'));
  await run();
  rmSync(path.join(home, 'platform/0002_second.sql'));
  await expect(run()).rejects.toThrow(
    'older program on newer data. The database already has platform/0002_second',
  );
});

it('lets an older program work on newer data that was only expanded, and on no other', async () => {
  put('platform/0001_first.sql', logs('first'));
  await run();
  put('platform/0002_second.sql', `-- Expands: nobody has to know it\n${logs('second')}`);
  await run();
  rmSync(path.join(home, 'platform/0002_second.sql'));
  expect(await run()).toEqual([]);
  expect(await compareMigrations(database, folders())).toEqual({ pending: [], refusal: null });
  expect(await logged()).toEqual(['first', 'second']);
  put('platform/0003_third.sql', logs('third'));
  await run();
  rmSync(path.join(home, 'platform/0003_third.sql'));
  await expect(run()).rejects.toThrow('The database already has platform/0003_third, so');
});

it('expands a table that others use, and lets those behind it pass', async (context) => {
  if (database.engine === 'pglite') context.skip('has one session');
  put('platform/0001_more.sql', '-- Expands\nalter table scratch.log add column more text');
  // Begun outside the transaction, whose work may use nothing but its own handle.
  const [used, waits] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const expanding = used.promise.then(() => run());
  const reading = waits.promise.then(() => database.query('select name from scratch.log'));
  const use = async (tx: Transaction): Promise<void> => {
    await tx.query('select name from scratch.log');
    used.resolve(null);
    const waiting = "select from pg_locks where relation = 'scratch.log'::regclass and not granted";
    while ((await tx.query(waiting)).length === 0) await tx.query('select pg_sleep(0.02)');
    waits.resolve(null);
    expect(await reading).toEqual([]);
  };
  await database.transaction(use, { idle: 20_000, total: 30_000 });
  expect(await expanding).toEqual(['platform/0001_more']);
  expect(await database.query('select more from scratch.log')).toEqual([]);
});

it('keeps the books of a version that knew no expanding', async () => {
  put('platform/0001_first.sql', logs('first'));
  await run();
  await database.exec('alter table migrations.applied drop column expands');
  expect(await compareMigrations(database, folders())).toEqual({ pending: [], refusal: null });
  expect(await run()).toEqual([]);
  const kept = await database.query('select name, expands from migrations.applied');
  expect(kept).toEqual([{ name: 'platform/0001_first', expands: false }]);
});

it('refuses the data of a pre-release, and says how to keep it', async () => {
  const sentence = /from a pre-release.*export your data.*set DATA_DIR to another folder/;
  put('platform/0001_roles.sql', logs('roles'));
  put('platform/0002_auth.sql', logs('auth'));
  await run();
  rmSync(path.join(home, 'platform/0001_roles.sql'));
  rmSync(path.join(home, 'platform/0002_auth.sql'));
  put('platform/0001_requests.sql', logs('requests'));
  await expect(run()).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(sentence),
  });
  expect(await logged()).toEqual(['roles', 'auth']);
  expect((await compareMigrations(database, folders())).refusal).toMatch(sentence);
});

it('refuses a backup of a pre-release before creating a table', async () => {
  put('platform/0001_requests.sql', logs('requests'));
  await expect(run(new Set(['platform/0001_roles', 'platform/0002_auth']))).rejects.toThrow(
    'from a pre-release',
  );
  expect(await logged()).toEqual([]);
});

it('lets concurrently starting programs share the work', async () => {
  for (let n = 1; n <= 5; n++)
    put(`platform/000${n}_step.sql`, `select pg_sleep(0.02); ${logs(`step ${n}`)}`);
  await Promise.all([run(), run(), run()]);
  expect(await logged()).toEqual([1, 2, 3, 4, 5].map((n) => `step ${n}`));
});

it.runIf(inject('postgresUrl'))(
  'sees the bookkeeping that another made while it waited for its turn',
  async () => {
    const asked = Promise.withResolvers<void>();
    const made = Promise.withResolvers<void>();
    const waiting = database.transaction(async (tx) => {
      // From now on this connection's cache says that there is no such schema.
      await tx.query("select to_regnamespace('migrations')");
      asked.resolve();
      await made.promise;
      await tx.exec(BOOKKEEPING);
    });
    await asked.promise;
    await run();
    made.resolve();
    await waiting;
  },
);

it('refuses a file without a number, and two with the same number', async () => {
  put('platform/first.sql', logs('first'));
  await expect(run()).rejects.toThrow('NNNN_what_it_does.sql');
  rmSync(path.join(home, 'platform/first.sql'));
  put('platform/0001_one.sql', logs('one'));
  put('platform/0001_two.sql', logs('two'));
  await expect(run()).rejects.toThrow('0001_one.sql and 0001_two.sql have the same number');
  expect(await logged()).toEqual([]);
});

it('keeps its bookkeeping out of reach of API roles', async () => {
  await run();
  const read = runAsCaller(database, ANON, [{ text: 'select * from migrations.applied' }]);
  await expect(read).rejects.toMatchObject({ code: '42501' });
});
