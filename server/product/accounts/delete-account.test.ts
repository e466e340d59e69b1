import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { OWNERS_PASSWORD } from '#tests/engines/test-owners.ts';
import { makeProject, makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createBillingWorld } from '#tests/worlds/billing-world.ts';
import { countAnswers, type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering, hanging } from '#tests/worlds/scripted-tool.ts';

let database: Database;
let world: OpenProductWorld;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

const remove = (user: TestUser, body: object = { password: OWNERS_PASSWORD }) =>
  world.call('delete-account', user, body);

/** All tables of our schemas that contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'migrations') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [
      text,
    ]);
    if (row) found.push(name);
  }
  return found;
}

/** Tables that keep the bare id: the ledger, provider spending, and the audit (docs/operating.md). */
const KEPT = [
  'auth.audit_log_entries',
  'private.ai_spending',
  'private.checkout_orders',
  'private.credit_balances',
  'private.erased_accounts',
  'private.payment_customers',
  'private.plan_periods',
  'private.provider_calls',
  'public.credit_entries',
  'public.credit_grants',
  'public.purchases',
  'public.subscriptions',
  'public.user_consent',
];

const givePlan = (user: TestUser, account: string) =>
  database.query(
    `insert into public.subscriptions (user_id, item, status, is_test, account, subscription_ref, price_ref)
     values ($1, 'start_monthly', 'active', $3, $2, $4, 'price')`,
    [user.id, account, account !== 'stripe_live', `sub_${randomUUID()}`],
  );

const MARK = 'quetzal-7731';

/** Buys a pack, and a plan that is cancelled. */
async function buyAndCancel(user: TestUser): Promise<void> {
  const shop = await createBillingWorld(database);
  await shop.buy(user, 'pack_500');
  const { subscription } = await shop.buy(user, 'start_monthly');
  shop.stripe.acts.cancel(subscription ?? '', 'at the end');
  await shop.deliver();
  expect(shop.alarms).toEqual([]);
  await shop.close();
}

async function fillAccount(): Promise<TestUser> {
  const user = await makeUser(database, { fullName: `Ann ${MARK}`, email: `${MARK}@example.org` });
  const projectId = await makeProject(database, user, { name: MARK, description: MARK });
  const taskId = await makeTask(database, user, { title: MARK, projectId });
  await attachFile(database, world.files, user, { name: `${MARK}.csv`, bytes: Buffer.from(MARK) });
  world.tool.script = [answering(`Of ${MARK}`)];
  const { run } = await world.delegate(user, taskId);
  await world.reach(run?.id ?? '', 'succeeded');
  await world.call('export-account', user, { password: OWNERS_PASSWORD });
  const ready = "select from public.account_exports where user_id = $1 and status = 'ready'";
  await vi.waitFor(async () => expect(await database.query(ready, [user.id])).toHaveLength(1), {
    timeout: 60_000,
  });
  await buyAndCancel(user);
  await database.query('insert into private.ai_spending (day, owner, usd) values (current_date, $1, 1)', [
    user.id,
  ]);
  const deleted = await makeTask(database, user, { title: `${MARK} deleted` });
  await database.query('delete from public.tasks where id = $1', [deleted]);
  return user;
}

describe('deleting the account', () => {
  it('leaves no trace, except its id in the ledger and the audit', async () => {
    const user = await fillAccount();
    expect(await tablesWith(MARK)).not.toEqual([]);
    expect(await remove(user)).toEqual({ status: 200, deleted: true });
    // Changes for reconnecting clients are kept for an hour, as usual.
    await database.query("select realtime.prune('0 seconds', '0 seconds')");
    expect(await tablesWith(MARK)).toEqual([]);
    expect(new Set(await tablesWith(user.id))).toEqual(new Set(KEPT));
    expect(world.mails.at(-1)).toMatchObject({ kind: 'account_deleted', to: 'owner@example.org' });
  });

  it('ends live runs and refunds them in the ledger', async () => {
    world.tool.script = [hanging()];
    const { user, runId } = await world.begin();
    await world.reach(runId, 'running');
    await remove(user);
    expect(
      await database.query('select kind, reason from public.credit_entries where run_id = $1 order by kind', [
        runId,
      ]),
    ).toEqual([
      { kind: 'debit', reason: null },
      { kind: 'refund', reason: 'cancelled' },
    ]);
    expect(await world.readRun(runId)).toBeUndefined();
  });

  it.each([
    [{}, 'reauthentication_needed'],
    [{ password: 'a guess' }, 'current_password_invalid'],
    [{ nonce: '123456' }, 'current_password_invalid'],
  ])('with %j is refused: %s, and nothing happens', async (body, code) => {
    const user = await makeUser(database);
    expect(await remove(user, body)).toMatchObject({ status: 400, code });
    expect(await database.query('select from public.profiles where id = $1', [user.id])).toHaveLength(1);
  });

  it('is refused while a plan would go on being charged', async () => {
    const user = await makeUser(database);
    await givePlan(user, 'stripe_live');
    expect(await remove(user)).toMatchObject({ status: 409, code: 'plan_running' });
    await database.query(
      "update public.subscriptions set cancels_at = now() + interval '9 days' where user_id = $1",
      [user.id],
    );
    expect(await remove(user)).toMatchObject({ status: 200 });
  });

  it.each(['local', 'stripe_test'])(
    'is not blocked by a plan of %s, which takes no money',
    async (account) => {
      const user = await makeUser(database);
      await givePlan(user, account);
      expect(await remove(user)).toMatchObject({ status: 200, deleted: true });
    },
  );

  it('twice in parallel happens once', async () => {
    const user = await makeUser(database);
    const answers = await Promise.all([remove(user), remove(user)]);
    expect(countAnswers(answers)).toEqual({ 200: 1, '404 not_found': 1 });
  });
});

describe('whoever opens an account again', () => {
  const email = (): string => `again-${randomUUID()}@example.org`;
  const open = (address: string, confirmed = true) => makeUser(database, { email: address, confirmed });

  async function spendOne(user: TestUser): Promise<void> {
    world.tool.script = [answering('Done.')];
    const { run } = await world.delegate(user, await makeTask(database, user));
    await world.reach(run?.id ?? '', 'succeeded');
  }
  const left = async ({ id }: TestUser): Promise<unknown> =>
    (
      await database.query(
        'select credits_limit - credits_used as credits from public.profiles where id = $1',
        [id],
      )
    )[0];

  it('gets back what was left of the first credits, however often, and no consent is lost', async () => {
    const address = email();
    for (const credits of [15, 14, 13]) {
      const user = await open(address);
      expect(await left(user)).toEqual({ credits });
      await spendOne(user);
      await remove(user);
    }
    const user = await open(address);
    expect(await left(user)).toEqual({ credits: 12 });
    expect(
      await database.query('select from public.user_consent where user_id = $1', [user.id]),
    ).toHaveLength(1);
  });

  it('gets none if none was left, and an account all the same', async () => {
    const address = email();
    await remove(await makeUser(database, { email: address, credits: 0 }));
    expect(await left(await open(address))).toEqual({ credits: 0 });
  });

  it('is known by a phone number or a social account, too', async () => {
    const subject = randomUUID();
    const byNumber = ({ id }: TestUser) =>
      database.query(
        `update auth.users set email = null, phone = $2, phone_confirmed_at = now() where id = $1`,
        [id, subject],
      );
    const byAccount = ({ id }: TestUser) =>
      database.query(
        `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'google', $2, '{}')`,
        [id, subject],
      );
    for (const know of [byNumber, byAccount]) {
      const first = await makeUser(database, { credits: 3 });
      await know(first);
      await database.query('delete from auth.users where id = $1', [first.id]);
      const second = await makeUser(database, { terms: false });
      await know(second);
      await world.call('ensure-profile', second, { terms_accepted: true });
      expect(await left(second)).toEqual({ credits: 3 });
    }
  });

  it('loses nothing by what others did with an address that they never proved', async () => {
    const address = email();
    const thief = await open(address);
    await spendOne(thief);
    await database.query('update auth.users set email_confirmed_at = null where id = $1', [thief.id]);
    await database.query('delete from auth.users where id = $1', [thief.id]);
    expect(await left(await open(address))).toEqual({ credits: 15 });
  });
});
