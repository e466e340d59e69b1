import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import { ANON } from '#server/platform/db/caller.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { callerOf, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { reportSignUp } from './report-sign-up.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const choose = (user: TestUser, accepted: boolean | null) =>
  runAsCaller(test.database, callerOf(user), [
    { text: 'select public.set_marketing_consent($1) as holds', values: [accepted] },
  ]).then(([result]) => result?.rows[0]?.['holds']);

const recordsOf = ({ id }: TestUser) =>
  test.database.query(
    `select marketing_accepted, terms_accepted, terms_version, email from public.user_consent
     where user_id = $1 order by accepted_at`,
    [id],
  );

it('is given, withdrawn and given again, each time as a separate record of the user’s own', async () => {
  const [user, other] = [await makeUser(test.database), await makeUser(test.database)];
  for (const accepted of [true, false, false, true]) expect(await choose(user, accepted)).toBe(accepted);
  const same = { terms_accepted: true, terms_version: '1.0', email: user.email };
  expect(await recordsOf(user)).toEqual(
    [false, true, false, true].map((accepted) => ({ marketing_accepted: accepted, ...same })),
  );
  expect(await recordsOf(other)).toHaveLength(1);
});

it('is what was chosen last, even if the clock was set back in between', async () => {
  const user = await makeUser(test.database);
  await test.database.query(
    `update public.user_consent set accepted_at = clock_timestamp() + interval '1 hour' where user_id = $1`,
    [user.id],
  );
  for (const accepted of [true, false, true]) expect(await choose(user, accepted)).toBe(accepted);
  expect((await recordsOf(user)).map(({ marketing_accepted: accepted }) => accepted)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('withdrawn before the sign-up is reported prevents the report', async () => {
  const user = await makeUser(test.database);
  const told: string[] = [];
  const analytics = { reportSignUp: async ({ email }: { email: string }) => void told.push(email) };
  await choose(user, true);
  await choose(user, false);
  await reportSignUp({ database: test.database, analytics }, user.id);
  expect(told).toEqual([]);
  await choose(user, true);
  await reportSignUp({ database: test.database, analytics }, user.id);
  expect(told).toEqual([user.email]);
});

it('is refused to visitors, without the terms, without a choice, and if it changes all day', async () => {
  const user = await makeUser(test.database);
  const asVisitor = runAsCaller(test.database, ANON, [{ text: 'select public.set_marketing_consent(true)' }]);
  await expect(asVisitor).rejects.toMatchObject({ code: '42501' });
  const [bare] = await test.database.query<TestUser>(
    `insert into auth.users (email) values ($1) returning id, email`,
    [`bare-${randomUUID()}@example.org`],
  );
  if (!bare) throw new Error('no user');
  await expect(choose(bare, true)).rejects.toMatchObject({ code: 'PT409' });
  await expect(choose(user, null)).rejects.toMatchObject({ code: '22004' });
  for (let n = 1; n < 50; n += 1) await choose(user, n % 2 === 1);
  await expect(choose(user, false)).rejects.toMatchObject({ code: 'PT429' });
});
