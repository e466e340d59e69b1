import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { CrashError, crashingDatabase } from '#tests/engines/wrapped/crashing-database.ts';
import { creditsOf, takeCredit } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertLedgerInvariants } from '#tests/fixtures/invariants.ts';
import { renewAllowances } from './renew-allowances.job.ts';

let db: TestDatabase;
let database: Database;
beforeAll(async () => {
  db = await testDatabase();
  database = db.database;
});
afterEach(() => assertLedgerInvariants(database));
afterAll(() => db.close());

const signal = new AbortController().signal;
const nextMonth = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1, 0, 1));
};

test('the free plan gets ten on the first of each month, once, and not in the month of registration', async () => {
  const user = await makeUser(database, { credits: 15 });
  await renewAllowances(database, signal);
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 15, credits_used: 0 });
  await Promise.all([1, 2, 3].map(() => renewAllowances(database, signal, nextMonth(1))));
  await renewAllowances(database, signal, nextMonth(1));
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 25, credits_used: 0 });
  const grants = await database.query(
    `select amount, expires_at from public.credit_grants where user_id = $1 and kind = 'monthly'`,
    [user.id],
  );
  const end = nextMonth(2);
  end.setUTCMinutes(0);
  expect(grants).toEqual([{ amount: 10, expires_at: end }]);
});

test('a new month replaces the rest of the previous one, and nothing else', async () => {
  const user = await makeUser(database, { credits: 15 });
  // An allowance of a past month, with three of ten spent.
  await database.query(
    `select private.grant_credits($1, 'monthly', 10, now() + interval '1 second', 'free-month', $2)`,
    [user.id, `${user.id} earlier`],
  );
  for (let n = 0; n < 3; n += 1) await takeCredit(database, user);
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 25, credits_used: 3 });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await renewAllowances(database, signal, nextMonth(1));
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 25, credits_used: 0 });
});

const monthsOf = async (user: TestUser): Promise<unknown[]> => {
  const rows = await database.query<{ expires_at: Date }>(
    `select expires_at from public.credit_grants where user_id = $1 and source = 'free-month' order by expires_at`,
    [user.id],
  );
  return rows.map(({ expires_at }) => expires_at.toISOString().slice(0, 10));
};

test('a month begins at midnight UTC, not before; missed months are not made up for', async () => {
  const user = await makeUser(database, { credits: 15 });
  const midnight = new Date(nextMonth(1).getTime() - 60_000);
  await renewAllowances(database, signal, new Date(midnight.getTime() - 1));
  expect(await monthsOf(user)).toEqual([]);
  await renewAllowances(database, signal, midnight);
  // Setting the clock back doesn't grant again either.
  await renewAllowances(database, signal, new Date(midnight.getTime() - 1));
  const days = (months: number) => nextMonth(months).toISOString().slice(0, 10);
  expect(await monthsOf(user)).toEqual([days(2)]);
  await renewAllowances(database, signal, nextMonth(3));
  expect(await monthsOf(user)).toEqual([days(2), days(4)]);
});

test('a process that dies at any statement leaves a whole allowance or none, and the next completes it', async () => {
  const user = await makeUser(database, { credits: 15 });
  let deaths = 0;
  for (let statement = 0; (await monthsOf(user)).length === 0; statement += 1) {
    const renewing = renewAllowances(crashingDatabase(database, statement), signal, nextMonth(1));
    const error = await renewing.catch((reason: unknown) => reason);
    if (error !== undefined) expect(error).toBeInstanceOf(CrashError);
    else deaths = statement;
    await assertLedgerInvariants(database);
  }
  expect(deaths).toBeGreaterThan(1);
  await Promise.all(Array.from({ length: 50 }, () => renewAllowances(database, signal, nextMonth(1))));
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 25, credits_used: 0 });
});

test('paid and granted plans get none', async () => {
  const user = await makeUser(database, { credits: 15 });
  await database.query(`update public.profiles set subscription_tier = 'premium' where id = $1`, [user.id]);
  await renewAllowances(database, signal, nextMonth(1));
  expect(await creditsOf(database, user)).toEqual({ credits_limit: 15, credits_used: 0 });
});

test('stops between two users', async () => {
  await makeUser(database, { credits: 15 });
  await renewAllowances(database, AbortSignal.abort(), nextMonth(6));
  const late = await database.query(`select from public.credit_grants where expires_at > $1`, [nextMonth(6)]);
  expect(late).toEqual([]);
});
