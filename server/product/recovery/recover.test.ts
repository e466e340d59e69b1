import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertBillingInvariants, assertInvariants } from '#tests/fixtures/invariants.ts';
import { type BillingWorld, createBillingWorld } from '#tests/worlds/billing-world.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createScriptedTool } from '#tests/worlds/scripted-tool.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { QuestionsRaised } from '../ai/tool.ts';
import { noteErasedAccounts, readErasedAccounts } from './erased-accounts.ts';
import { type RecoverDeps, recover } from './recover.ts';
import { isMarkedRestored, markRestored } from './restored-mark.ts';

/** Not started: delegations stay queued, as in a backup. */
let world: ProductWorld;
let test: TestDatabase;
let database: Database;
let shop: BillingWorld;
let dataDir: string;
let erasedAccountsFile: string;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  world = createProductWorld(database);
  shop = await createBillingWorld(database);
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'errand-recover-'));
  erasedAccountsFile = join(dataDir, 'erased-accounts.txt');
  shop.mails.length = 0;
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
  await assertInvariants(database);
  await assertBillingInvariants(database);
});
afterAll(async () => {
  await shop.close();
  await test.close();
});

const start = (billing = shop.billing, assertAlone: RecoverDeps['assertAlone'] = async () => {}) =>
  recover({ database, place: { dataDir, erasedAccountsFile }, assertAlone, billing, log: silentLog });

const later = (): string => new Date(Date.now() + 60_000).toISOString();
const rowsOf = (table: string, user: TestUser) =>
  database.query(`select from ${table} where user_id = $1`, [user.id]);
const isThere = async ({ id }: TestUser): Promise<boolean> =>
  (await database.query('select from auth.users where id = $1', [id])).length > 0;

async function signIn(user: TestUser): Promise<void> {
  await database.query('insert into auth.sessions (user_id) values ($1)', [user.id]);
}

async function delegated(user: TestUser): Promise<string> {
  const { run } = await world.delegate(user, await makeTask(database, user));
  return run?.id ?? '';
}

it('records each erasure outside of the database once', async () => {
  const [one, other] = [await makeUser(database), await makeUser(database)];
  await database.transaction((tx) => eraseAccount(tx, one.id));
  await noteErasedAccounts(database, erasedAccountsFile);
  const first = readFileSync(erasedAccountsFile, 'utf8');
  await noteErasedAccounts(database, erasedAccountsFile);
  expect(readFileSync(erasedAccountsFile, 'utf8')).toBe(first);

  // Accounts can be erased by any means.
  await database.query('delete from auth.users where id = $1', [other.id]);
  await noteErasedAccounts(database, erasedAccountsFile);
  const ids = readErasedAccounts(erasedAccountsFile).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([one.id, other.id]));
  expect(new Set(ids).size).toBe(ids.length);
});

it('erases listed accounts again, even if nobody said that this was restored', async () => {
  const gone = await makeUser(database);
  const runId = await delegated(gone);
  const path = await attachFile(database, world.files, gone, { name: 'a.txt', bytes: Buffer.from('mine') });
  const stays = await makeUser(database);
  writeFileSync(erasedAccountsFile, `${gone.id} ${later()}\n`);
  await start();
  expect(await isThere(gone)).toBe(false);
  expect(await database.query('select from storage.objects where name = $1', [path])).toEqual([]);
  expect(await world.readRun(runId)).toBeUndefined();
  expect(await isThere(stays)).toBe(true);
  expect(isMarkedRestored(dataDir)).toBe(false);
});

it('leaves an account that was created after the erasure, under the same id', async () => {
  const user = await makeUser(database);
  await signIn(user);
  writeFileSync(erasedAccountsFile, `${user.id} 2020-01-01T00:00:00.000Z\n`);
  await start();
  expect(await isThere(user)).toBe(true);
  expect(await rowsOf('auth.sessions', user)).toHaveLength(1);
});

it("removes a killed process's leftovers of the list, but not what another is writing", async () => {
  const [old, young] = [`${erasedAccountsFile}.new-old`, `${erasedAccountsFile}.new-young`];
  for (const file of [old, young]) writeFileSync(file, 'half a li');
  utimesSync(old, new Date(0), new Date(0));
  const user = await makeUser(database);
  await database.transaction((tx) => eraseAccount(tx, user.id));
  await noteErasedAccounts(database, erasedAccountsFile);
  expect([old, young].map((file) => existsSync(file))).toEqual([false, true]);
});

it('refuses to start with a damaged list', async () => {
  writeFileSync(erasedAccountsFile, 'half a li');
  await expect(start()).rejects.toThrow(/line 1: this isn't a list of erased accounts/);
});

it('ends and refunds live runs of a restored database, and starts none', async () => {
  const user = await makeUser(database, { credits: 3 });
  await signIn(user);
  const runId = await delegated(user);
  await database.query(
    "insert into public.account_exports (user_id, path) values ($1::uuid, $1::uuid || '/archive.zip')",
    [user.id],
  );
  await database.query('select private.begin_result_mail($1, $2, $3, true)', [user.id, runId, user.email]);
  markRestored(dataDir);
  await start();
  expect(await rowsOf('public.result_mails', user)).toEqual([]);
  expect(await world.readRun(runId)).toMatchObject({ status: 'failed', error_code: 'interrupted' });
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 3, credits_used: 0 });
  expect(await rowsOf('auth.sessions', user)).toEqual([]);
  const exports = await database.query('select status from public.account_exports where user_id = $1', [
    user.id,
  ]);
  expect(exports).toEqual([{ status: 'failed' }]);
  expect(await rowsOf('private.run_leases', user)).toEqual([]);
});

it('ends a run that waits for an answer, which has cost nothing', async () => {
  const user = await makeUser(database, { credits: 3 });
  const tool = Object.assign(createScriptedTool(), { asks: true as const });
  tool.script = [
    () => {
      throw new QuestionsRaised([
        { id: 'q1', text: 'When?', choices: ['This week', 'Next week'], default: 'Next week' },
      ]);
    },
  ];
  const asking = createProductWorld(database, { tool });
  await asking.product.start();
  const { run } = await asking.delegate(user, await makeTask(database, user));
  await asking.reach(run?.id ?? '', 'waiting');
  await asking.product.stop();
  markRestored(dataDir);
  await start();
  expect(await world.readRun(run?.id ?? '')).toMatchObject({ status: 'failed', error_code: 'interrupted' });
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 3, credits_used: 0 });
  expect(await rowsOf('private.run_leases', user)).toEqual([]);
});

it('does nothing to a database that was not restored', async () => {
  const user = await makeUser(database);
  await signIn(user);
  const runId = await delegated(user);
  await start();
  expect(await world.readRun(runId)).toMatchObject({ status: 'queued' });
  expect(await rowsOf('auth.sessions', user)).toHaveLength(1);
  await world.cancel(user, runId);
});

it('has the credits that were paid since, and sends no emails', async () => {
  const [user, twin] = [await makeUser(database, { credits: 0 }), await makeUser(database, { credits: 0 })];
  await shop.buy(twin, 'pack_500');
  await shop.buy(twin, 'start_monthly');
  // Paid after the backup: Stripe knows, the database doesn't.
  for (const item of ['pack_500', 'start_monthly'] as const) {
    const session = await shop.open(user, item);
    shop.stripe.acts.pay(session.id);
  }
  expect((await creditsOf(database, user)).credits_limit).toBe(0);
  markRestored(dataDir);
  await start();
  expect(await creditsOf(database, user)).toEqual(await creditsOf(database, twin));
  const waiting = await database.query('select from private.stripe_events where settled_at is null');
  expect(waiting).toEqual([]);
  expect(shop.mails).toEqual([]);
  // Repeats the recovery and delivers the events themselves: nothing is granted twice.
  await shop.deliver();
  markRestored(dataDir);
  await start();
  expect(await creditsOf(database, user)).toEqual(await creditsOf(database, twin));
});

it('sends no mail that waited for the mail server when the backup was made', async () => {
  await database.query("insert into private.waiting_notices (mail, due_at) values ('{}', now())");
  markRestored(dataDir);
  await start();
  expect(await database.query('select from private.waiting_notices')).toEqual([]);
});

it('stays in quarantine while the payment provider is unavailable', async () => {
  const payments = {
    ...shop.billing.payments,
    // oxlint-disable-next-line require-yield
    listEvents: async function* () {
      throw new Error('Stripe is away');
    },
  };
  markRestored(dataDir);
  await expect(start({ ...shop.billing, payments })).rejects.toThrow('Stripe is away');
  expect(isMarkedRestored(dataDir)).toBe(true);
  await start();
  expect(existsSync(join(dataDir, 'restored'))).toBe(false);
});

it('refuses beside another process, and changes nothing', async () => {
  const user = await makeUser(database);
  await signIn(user);
  markRestored(dataDir);
  const beside = async (because: string) => {
    throw new Error(because);
  };
  await expect(start(shop.billing, beside)).rejects.toThrow('another process is using it');
  expect(await rowsOf('auth.sessions', user)).toHaveLength(1);
  await start();
  expect(await rowsOf('auth.sessions', user)).toEqual([]);
});
