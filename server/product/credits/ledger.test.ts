import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf, giveCreditBack, letGrantsRunOut, takeCredit } from '#tests/fixtures/credits.ts';
import { giveCredits, makeUser } from '#tests/fixtures/factories.ts';
import { assertLedgerInvariants } from '#tests/fixtures/invariants.ts';
import { expireGrants } from './expire-grants.job.ts';
import { grantCredits } from './grant-credits.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterEach(() => assertLedgerInvariants(database));
afterAll(() => test.close());

const SOON = (): Date => new Date(Date.now() + 3_600_000);

const signal = new AbortController().signal;

describe('the ledger', () => {
  it('spends credits that expire soonest first, and those that never expire last', async () => {
    const user = await makeUser(database, { credits: 15 });
    await giveCredits(database, user.id, 1, new Date(Date.now() + 7_200_000));
    await giveCredits(database, user.id, 1, SOON());
    for (let i = 0; i < 3; i += 1) await takeCredit(database, user);
    const spent = await database.query(
      `select coalesce(g.expires_at < now() + interval '90 minutes', false) as soon, g.expires_at is null as never
       from public.credit_entries e join public.credit_grants g on g.id = e.grant_id
       where e.user_id = $1 order by e.created_at`,
      [user.id],
    );
    expect(spent).toEqual([
      { soon: true, never: false },
      { soon: false, never: false },
      { soon: false, never: true },
    ]);
  });

  it('refunds a credit once, to the grant it came from', async () => {
    const user = await makeUser(database);
    const run = randomUUID();
    await takeCredit(database, user, run);
    const given = await Promise.all([
      giveCreditBack(database, run),
      giveCreditBack(database, run),
      giveCreditBack(database, run, 'cancelled'),
    ]);
    // Which of them comes first is up to the server.
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 15, credits_used: 0 });
  });

  it('refunds nothing for a run that was never charged', async () => {
    expect(await giveCreditBack(database, randomUUID())).toBe(false);
  });

  it('charges a run once even if tried twice', async () => {
    const user = await makeUser(database);
    const run = randomUUID();
    await takeCredit(database, user, run);
    await expect(takeCredit(database, user, run)).rejects.toMatchObject({ code: '23505' });
    expect(await creditsOf(database, user)).toMatchObject({ credits_used: 1 });
  });

  it('grants once per source, even for repeated or parallel calls', async () => {
    const user = await makeUser(database);
    const sourceRef = randomUUID();
    const grant = {
      userId: user.id,
      kind: 'pack',
      amount: 500,
      expiresAt: null,
      source: 'stripe',
      sourceRef,
    } as const;
    const granted = await Promise.all(
      Array.from({ length: 10 }, () => database.transaction((tx) => grantCredits(tx, grant))),
    );
    expect(granted.filter(Boolean)).toHaveLength(1);
    expect(await creditsOf(database, user)).toMatchObject({ credits_limit: 515 });
  });

  it('cannot be rewritten by anybody', async () => {
    const user = await makeUser(database);
    await takeCredit(database, user);
    const statements = ['credit_grants', 'credit_entries'].flatMap((table) => [
      `update public.${table} set amount = amount`,
      `delete from public.${table}`,
      `truncate public.${table} cascade`,
    ]);
    for (const sql of statements)
      await expect(database.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  });

  it('never goes below zero, even if an entry is written by hand', async () => {
    const user = await makeUser(database, { credits: 1 });
    await takeCredit(database, user);
    expect(await takeCredit(database, user)).toBe(false);
    const byHand = database.query(
      `insert into public.credit_entries (user_id, grant_id, kind, amount, run_id)
       select user_id, grant_id, 'debit', -1, gen_random_uuid() from private.credit_balances where user_id = $1`,
      [user.id],
    );
    await expect(byHand).rejects.toMatchObject({ code: '23514' });
  });

  it("cannot charge one person's run to another's grant", async () => {
    const [ann, bob] = [await makeUser(database), await makeUser(database)];
    const [grant] = await database.query<{ id: string }>(
      'select id from public.credit_grants where user_id = $1',
      [ann.id],
    );
    const crossed = database.query(
      `insert into public.credit_entries (user_id, grant_id, kind, amount, run_id) values ($1, $2, 'debit', -1, $3)`,
      [bob.id, grant?.id, randomUUID()],
    );
    await expect(crossed).rejects.toMatchObject({ code: '23503' });
  });
});

describe('expiry', () => {
  it('takes an expired grant out of the limit and of what is used', async () => {
    const user = await makeUser(database);
    await giveCredits(database, user.id, 10, SOON());
    await takeCredit(database, user);
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 25, credits_used: 1 });
    await letGrantsRunOut(database, user);
    await expireGrants(database, signal);
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 15, credits_used: 0 });
  });

  it('closes a fully spent grant as well', async () => {
    const user = await makeUser(database, { credits: 0 });
    await giveCredits(database, user.id, 1, SOON());
    await takeCredit(database, user);
    await letGrantsRunOut(database, user);
    await expireGrants(database, signal);
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 0, credits_used: 0 });
  });

  it('lets a late refund expire with its grant', async () => {
    const user = await makeUser(database, { credits: 0 });
    const run = randomUUID();
    await giveCredits(database, user.id, 1, SOON());
    await takeCredit(database, user, run);
    await letGrantsRunOut(database, user);
    await expireGrants(database, signal);
    expect(await giveCreditBack(database, run)).toBe(true);
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 0, credits_used: 0 });
    expect(await takeCredit(database, user)).toBe(false);
  });

  it('spends nothing of an expired grant that is not closed yet', async () => {
    const user = await makeUser(database, { credits: 0 });
    await giveCredits(database, user.id, 5, SOON());
    await letGrantsRunOut(database, user);
    expect(await takeCredit(database, user)).toBe(false);
  });

  it('is recorded once by overlapping sweeps', async () => {
    const users = await Promise.all([1, 2, 3].map(() => makeUser(database)));
    for (const user of users) await giveCredits(database, user.id, 10, SOON());
    for (const user of users) await letGrantsRunOut(database, user);
    await Promise.all([expireGrants(database, signal), expireGrants(database, signal)]);
    const [row] = await database.query<{ n: number }>(
      "select count(*) as n from public.credit_entries where kind = 'expire' and user_id = any ($1::uuid[])",
      [users.map((user) => user.id)],
    );
    expect(row?.n).toBe(3);
  });
});

describe('a revoked grant', () => {
  it('loses what is unspent, once per reason, and never what was spent', async () => {
    const user = await makeUser(database, { credits: 0 });
    const sourceRef = randomUUID();
    await database.transaction((tx) =>
      grantCredits(tx, {
        userId: user.id,
        kind: 'pack',
        amount: 500,
        expiresAt: null,
        source: 'test',
        sourceRef,
      }),
    );
    const [grant] = await database.query<{ id: string }>(
      'select id from public.credit_grants where source_ref = $1',
      [sourceRef],
    );
    await takeCredit(database, user);
    const revoke = async (amount: number, reason: string): Promise<unknown> => {
      const sql = 'select private.revoke_grant($1, $2, $3, $4) as taken';
      return (await database.query(sql, [user.id, grant?.id, amount, reason]))[0];
    };
    expect(await revoke(200, 'refund 1')).toEqual({ taken: 200 });
    expect(await revoke(200, 'refund 1')).toEqual({ taken: 0 });
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 300, credits_used: 1 });
    expect(await revoke(500, 'dispute')).toEqual({ taken: 299 });
    expect(await creditsOf(database, user)).toEqual({ credits_limit: 1, credits_used: 1 });
  });
});
