import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { MONTHLY_ALLOWANCE, WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { silentLog } from '#server/lib/log.ts';
import { createBackupHold } from '#server/platform/db/backup-hold.ts';
import { ANON } from '#server/platform/db/caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { createLocalDoor } from '#server/platform/http/local-door.ts';
import { type Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { creditsOf, letGrantsRunOut } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering } from '#tests/worlds/scripted-tool.ts';
import { OPERATOR_ACTS } from './acts.ts';
import { type ActResult, OperatorError, performAct } from './operator-act.ts';
import { createOperatorRoom } from './operator-room.ts';

let database: Database;
let world: OpenProductWorld;
let ann: TestUser;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
beforeEach(async () => {
  ann = await makeUser(database, { fullName: 'Ann Archer' });
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

function act(name: string, input: object = {}, catalogue = DEFAULT_CATALOGUE): Promise<ActResult> {
  const found = OPERATOR_ACTS.get(name);
  if (!found) throw new Error(`there is no act ${name}`);
  return performAct({ database, catalogue }, found, input);
}

const limitOf = async (user: TestUser): Promise<number> => (await creditsOf(database, user)).credits_limit;
const tierOf = async ({ id }: TestUser) =>
  (await database.query('select subscription_tier from public.profiles where id = $1', [id]))[0]?.[
    'subscription_tier'
  ];
async function payForStart({ id }: TestUser): Promise<void> {
  const ref = randomUUID();
  await database.query(
    `insert into public.subscriptions (user_id, item, status, is_test, account, subscription_ref, price_ref)
       values ($1, 'start_monthly', 'active', true, 'local', $2, 'price')`,
    [id, ref],
  );
  await database.query(
    `insert into private.plan_periods (bill_ref, starts_at, ends_at, user_id, subscription_ref, tier, credits)
       values ($2, now() - interval '1 minute', now() + interval '30 days', $1, $2, 'start', 150)`,
    [id, ref],
  );
}

/** Like the renewal on the first of the month. */
const giveFreeMonth = ({ id }: TestUser) =>
  database.query(
    `select private.grant_credits($1, 'monthly', $2, now() + interval '9 days', 'free-month', $3)`,
    [id, MONTHLY_ALLOWANCE.free, `${id} this month`],
  );
async function spendCredit(user: TestUser): Promise<void> {
  world.tool.script = [answering('Done')];
  const { run } = await world.delegate(user, await makeTask(database, user));
  await world.reach(run?.id ?? '', 'succeeded');
}
const lastAudit = async (): Promise<Row | undefined> =>
  (
    await database.query('select payload from auth.audit_log_entries order by created_at desc, id limit 1')
  )[0];

describe('codes', () => {
  it('are created, listed without their text, redeemed and revoked', async () => {
    const made = await act('create-codes', { credits: 30, count: 2, note: 'Fair' });
    const [first, second] = Array.isArray(made) ? made.map(({ code }) => String(code)) : [];
    expect(first).not.toBe(second);
    await world.call('redeem', ann, { code: first });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 30);

    const open = await act('list-codes');
    expect(open).toMatchObject([{ credits: 30, used: '0 of 1', state: 'open', note: 'Fair' }]);
    expect(JSON.stringify(await act('list-codes', { all: true }))).not.toContain(first);
    expect(await act('list-codes', { all: true })).toHaveLength(2);

    await act('revoke-code', { code: second?.toLowerCase() });
    expect(await world.call('redeem', ann, { code: second })).toMatchObject({ code: 'revoked_code' });
    expect(await act('list-codes')).toEqual([]);
    await expect(act('revoke-code', { code: 'AAAA' })).rejects.toThrow('No such code');
  });
});

describe('credits and tiers', () => {
  it('are granted for ever, or until a date', async () => {
    expect(await act('grant-credits', { person: ann.email.toUpperCase(), amount: 20 })).toEqual({
      granted: 20,
      credits_left: WELCOME_CREDITS + 20,
    });
    const tomorrow = new Date(Date.now() + 86_400_000);
    await act('grant-credits', { person: ann.id, amount: 5, expires_at: tomorrow.toISOString() });
    const grants = await database.query(
      "select amount, expires_at from public.credit_grants where user_id = $1 and kind = 'operator' order by amount",
      [ann.id],
    );
    expect(grants).toEqual([
      { amount: 5, expires_at: tomorrow },
      { amount: 20, expires_at: null },
    ]);
  });

  it('a granted plan has the allowance with which it is sold here', async () => {
    const plans = DEFAULT_CATALOGUE.plans.map((plan) => ({
      ...plan,
      tasksPerMonth: plan.tasksPerMonth + 50,
    }));
    const result = await act('set-tier', { person: ann.id, tier: 'pro' }, { ...DEFAULT_CATALOGUE, plans });
    expect(result).toMatchObject({ tier: 'pro', allowance: 350 });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 350);
  });

  it('premium has the given allowance instead of any other, until it is revoked', async () => {
    await act('set-tier', { person: ann.id, tier: 'start' });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.start);
    await act('set-tier', { person: ann.id, tier: 'premium', allowance: 700 });
    expect(await tierOf(ann)).toBe('premium');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 700);
    await act('set-tier', { person: ann.id, tier: 'free' });
    expect(await tierOf(ann)).toBe('free');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS);
  });

  it('a paid plan keeps its credits, and applies again when the granted tier is revoked', async () => {
    await payForStart(ann);
    await world.jobs.runScheduled('renew-plans');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.start);
    await act('set-tier', { person: ann.id, tier: 'premium', allowance: 10 });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.start + 10);
    await act('set-tier', { person: ann.id, tier: 'free' });
    expect(await tierOf(ann)).toBe('start');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.start);
  });

  it('the free month stays, or returns unchanged when a granted tier is revoked', async () => {
    await giveFreeMonth(ann);
    await spendCredit(ann);
    await act('set-tier', { person: ann.id, tier: 'free' });
    const asBefore = { credits_limit: WELCOME_CREDITS + MONTHLY_ALLOWANCE.free, credits_used: 1 };
    expect(await creditsOf(database, ann)).toEqual(asBefore);
    for (let n = 1; n <= 2; n += 1) {
      await act('set-tier', { person: ann.id, tier: 'start' });
      await act('set-tier', { person: ann.id, tier: 'premium', allowance: 700 });
      expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 700);
      await act('set-tier', { person: ann.id, tier: 'free' });
      await act('set-tier', { person: ann.id, tier: 'free' });
      expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.free - n);
      await spendCredit(ann);
    }
  });

  it('the free month does not return if a plan was paid for in the meantime', async () => {
    await giveFreeMonth(ann);
    await act('set-tier', { person: ann.id, tier: 'premium', allowance: 40 });
    await payForStart(ann);
    await world.jobs.runScheduled('renew-plans');
    await act('set-tier', { person: ann.id, tier: 'free' });
    expect(await tierOf(ann)).toBe('start');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + MONTHLY_ALLOWANCE.start);
  });

  it('a granted tier is renewed once a month, however often the job runs', async () => {
    await act('set-tier', { person: ann.id, tier: 'premium', allowance: 40 });
    await world.jobs.runScheduled('renew-granted-tiers');
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 40);
    // As if it had been set a month ago, with nothing granted this month.
    await letGrantsRunOut(database, ann);
    await database.exec('alter table public.credit_grants disable trigger insert_only');
    await database.query(
      "update public.credit_grants set source_ref = 'last month ' || id where user_id = $1 and kind = 'monthly'",
      [ann.id],
    );
    await database.exec('alter table public.credit_grants enable trigger insert_only');
    await Promise.all(Array.from({ length: 10 }, () => world.jobs.runScheduled('renew-granted-tiers')));
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 40);
    const renewed = await database.query(
      "select from public.credit_grants where user_id = $1 and kind = 'monthly'",
      [ann.id],
    );
    expect(renewed).toHaveLength(2);
  });

  it.each([
    [
      'grant-credits',
      { person: 'nobody@example.org', amount: 5 },
      'No account found for nobody@example.org.',
    ],
    ['grant-credits', { person: 'x', amount: 0 }, 'amount:'],
    ['grant-credits', { person: 'x', amount: Number.NaN }, 'amount:'],
    [
      'grant-credits',
      { person: 'x', amount: 5, expires_at: '2020-01-01T00:00:00.000Z' },
      'expires_at: must be a date',
    ],
    ['set-tier', { person: 'x', tier: 'gold' }, 'tier:'],
    ['create-codes', { credits: 5, expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at: must be a date'],
    ['create-codes', { credits: 5, expires_at: 'soon' }, 'expires_at: must be a date'],
    ['find-user', { text: 'a' }, 'text:'],
  ])('%s %j is refused with a message', async (name, input, message) => {
    await expect(act(name, input)).rejects.toThrow(OperatorError);
    await expect(act(name, input)).rejects.toThrow(message);
  });

  it('premium without an allowance is refused without effect', async () => {
    await expect(act('set-tier', { person: ann.id, tier: 'premium' })).rejects.toThrow('Add --allowance');
    expect(await tierOf(ann)).toBe('free');
  });
});

describe('users', () => {
  it('are found by a part of their name or address, or by id', async () => {
    const bea = await makeUser(database, { fullName: 'Beatrix Quill' });
    for (const text of ['trix qui', bea.email.slice(0, 12), bea.id]) {
      expect(await act('find-user', { text })).toMatchObject([
        { id: bea.id, email: bea.email, tier: 'free', credits_left: WELCOME_CREDITS, tasks: 0 },
      ]);
    }
    await expect(act('find-user', { text: 'no such person' })).rejects.toThrow('No account matches');
  });

  it('with only a phone number are found and named by it', async () => {
    const cleo = await makeUser(database);
    await database.query("update auth.users set email = null, phone = '4915112345678' where id = $1", [
      cleo.id,
    ]);
    expect(await act('find-user', { text: '+49 151 12345678' })).toMatchObject([
      { id: cleo.id, email: null, phone: '4915112345678' },
    ]);
    await act('grant-credits', { person: '+4915112345678', amount: 3 });
    expect(await limitOf(cleo)).toBe(WELCOME_CREDITS + 3);
  });

  it('are erased with everything of theirs: a live run ends, and its refund is recorded', async () => {
    world.tool.script = [
      (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ];
    const taskId = await makeTask(database, ann);
    const { run } = await world.delegate(ann, taskId);
    await world.reach(run?.id ?? '', 'running');
    expect(await act('delete-user', { person: ann.email })).toEqual({ deleted: ann.id });
    expect(await database.query('select from auth.users where id = $1', [ann.id])).toEqual([]);
    expect(await database.query('select from public.ai_runs where user_id = $1', [ann.id])).toEqual([]);
    expect(
      await database.query('select kind from public.credit_entries where run_id = $1 order by kind', [
        run?.id,
      ]),
    ).toEqual([{ kind: 'debit' }, { kind: 'refund' }]);
    await expect(act('delete-user', { person: ann.email })).rejects.toThrow('No account found for');
  });
});

describe('the ledger', () => {
  it('is sound, and a planted error is found', async () => {
    expect(await act('reconcile')).toMatchObject({ sound: true, broken: [] });
    await database.query('update public.profiles set credits_limit = credits_limit + 1 where id = $1', [
      ann.id,
    ]);
    const found = await act('reconcile');
    expect(found).toMatchObject({ sound: false });
    expect(JSON.stringify(found)).toContain(ann.id);
    await database.query('update public.profiles set credits_limit = credits_limit - 1 where id = $1', [
      ann.id,
    ]);
  });

  it('is counted', async () => {
    const [row] = await database.query<{ people: number }>(
      'select count(*)::integer as people from auth.users',
    );
    expect(await act('totals')).toMatchObject({ people: row?.people, open_codes: 0 });
  });
});

it('every act is audited with actor and subject, and without confidential data', async () => {
  await act('grant-credits', { person: ann.email, amount: 7 });
  const audit = await lastAudit();
  expect(audit?.['payload']).toEqual({
    action: 'operator_grant_credits',
    actor: 'operator',
    user_id: ann.id,
    amount: 7,
    expires_at: null,
  });
  const count = async () => (await database.query('select from auth.audit_log_entries')).length;
  const before = await count();
  await expect(act('grant-credits', { person: randomUUID(), amount: 7 })).rejects.toThrow(OperatorError);
  expect(await count()).toBe(before);
});

describe('access through the server', () => {
  const authenticator: Authenticator = {
    fromRequest: async (request) => ({
      ok: true,
      caller:
        request.headers.get('authorization') === 'Bearer service' ? { ...ANON, role: 'service_role' } : ANON,
    }),
    fromToken: async () => ({ ok: true, caller: ANON }),
  };
  interface Asking {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly ip?: string;
    readonly host?: string;
  }
  let time = 0;
  const backupHold = createBackupHold(() => time);
  function send(path: string, asking: Asking = {}): Promise<Response> {
    const { method = 'POST', body = null, ip = '127.0.0.1', host = 'localhost' } = asking;
    const headers = {
      authorization: 'Bearer service',
      'content-type': 'application/json',
      ...asking.headers,
    };
    const url = `http://${host}:3000/local/operator/${path}`;
    const room = createOperatorRoom({
      database,
      catalogue: DEFAULT_CATALOGUE,
      authenticator,
      door: createLocalDoor('http://localhost:3000'),
      accountErased: async () => {},
      backupHold,
      fileCommands: new Map([['move-files', async () => ({ moved: 3 })]]),
      log: silentLog,
    });
    return room.handle(new Request(url, { method, headers, body }), { ip, requestId: 'test' });
  }

  it('performs acts for the service key on this machine, and explains refusals', async () => {
    expect(await (await send('totals')).json()).toHaveProperty('result.people');
    expect(await (await send('move-files')).json()).toEqual({ result: { moved: 3 } });
    const refused = await send('grant-credits', { body: '{"person":"nobody","amount":1}' });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { message: 'No account found for nobody.' },
    ]);
  });

  it('pauses for a backup until it ends, or stops renewing its hold', async () => {
    expect(backupHold.isHeld()).toBe(false);
    const held = { held: true, was_held: false, process: expect.any(String) };
    expect(await (await send('hold-backup')).json()).toEqual({ result: held });
    expect(backupHold.isHeld()).toBe(true);
    expect(await (await send('hold-backup')).json()).toMatchObject({ result: { was_held: true } });
    await send('release-backup');
    expect(backupHold.isHeld()).toBe(false);
    await send('hold-backup');
    time += 60_000;
    expect(backupHold.isHeld()).toBe(false);
    await send('hold-backup', { ip: '203.0.113.7' });
    expect(backupHold.isHeld()).toBe(false);
  });

  it.each([
    ['another machine', () => send('totals', { ip: '203.0.113.7' })],
    ['a name that was rebound', () => send('totals', { host: 'evil.example' })],
    ['a proxy', () => send('totals', { headers: { 'x-forwarded-for': '127.0.0.1' } })],
    [
      'a page behind a proxy that adds nothing',
      () => send('totals', { headers: { origin: 'https://errand.example' } }),
    ],
    ['whoever has no key', () => send('totals', { headers: { authorization: 'Bearer anon' } })],
    ['another method', () => send('totals', { method: 'GET' })],
    ['an act that does not exist', () => send('__proto__')],
  ])('does not exist for %s', async (_who, ask) => {
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([404, 'Not found']);
  });
});
