import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_SIGN_IN_CREDITS, WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';

let test: TestDatabase;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  world = createProductWorld(test.database);
});
afterEach(() => assertInvariants(test.database));
afterAll(() => test.close());

const profileOf = async ({ id }: TestUser) =>
  (await test.database.query('select * from public.profiles where id = $1', [id]))[0];
const consentOf = ({ id }: TestUser) =>
  test.database.query('select * from public.user_consent where user_id = $1', [id]);

describe('a sign-up with the terms accepted', () => {
  it('has a profile with 15 credits, settings, and a consent record', async () => {
    const user = await makeUser(test.database, { fullName: 'Bea Example' });
    expect(await profileOf(user)).toMatchObject({
      email: user.email,
      full_name: 'Bea Example',
      subscription_tier: 'free',
      credits_limit: WELCOME_CREDITS,
      credits_used: 0,
    });
    expect(await consentOf(user)).toMatchObject([
      {
        email: user.email,
        terms_accepted: true,
        marketing_accepted: false,
        terms_version: '1.0',
        ip_address: null,
      },
    ]);
    expect(
      await test.database.query('select from public.user_settings where user_id = $1', [user.id]),
    ).toHaveLength(1);
  });

  it("records the request's own address and the marketing consent", async () => {
    const [row] = await test.database.transaction(async (tx) => {
      await tx.query("select set_config('request.ip', '198.51.100.4', true)");
      return tx.query<TestUser>(
        `insert into auth.users (email, encrypted_password, raw_user_meta_data)
         values ('news@example.org', 'x', '{"terms_accepted": true, "marketing_accepted": true}') returning id, email`,
      );
    });
    if (!row) throw new Error('no user');
    expect(await consentOf(row)).toMatchObject([{ ip_address: '198.51.100.4', marketing_accepted: true }]);
  });

  it.each([
    ['without the acceptance', '{"full_name": "Cy"}', 'x', false],
    ['with an acceptance that is not true itself', '{"terms_accepted": "true"}', 'x', false],
    ['without metadata', null, 'x', false],
    ['without a password, as a one-time code does', '{"terms_accepted": true}', null, false],
    ['anonymously', '{"terms_accepted": true}', 'x', true],
  ])('creates no profile and no credits %s', async (_case, metadata, password, anonymous) => {
    const [row] = await test.database.query<TestUser>(
      `insert into auth.users (raw_user_meta_data, encrypted_password, is_anonymous)
       values ($1::jsonb, $2, $3) returning id, email`,
      [metadata, password, anonymous],
    );
    if (!row) throw new Error('no user');
    expect(await profileOf(row)).toBeUndefined();
    expect(
      await test.database.query('select from public.credit_grants where user_id = $1', [row.id]),
    ).toEqual([]);
  });

  it('follows a change of address', async () => {
    const user = await makeUser(test.database);
    await test.database.query("update auth.users set email = 'new@example.org' where id = $1", [user.id]);
    expect(await profileOf(user)).toMatchObject({ email: 'new@example.org' });
  });
});

describe('ensure-profile', () => {
  it('creates the profile of an account that came another way, with 10 credits', async () => {
    const user = await makeUser(test.database, { terms: false });
    const answer = await world.call('ensure-profile', user, {
      terms_accepted: true,
      marketing_accepted: true,
    });
    expect(answer).toMatchObject({
      status: 200,
      profile: { id: user.id, credits_limit: FIRST_SIGN_IN_CREDITS, credits_used: 0 },
    });
    expect(await consentOf(user)).toMatchObject([{ ip_address: '203.0.113.7', marketing_accepted: true }]);
  });

  it('refuses without acceptance, and creates nothing', async () => {
    const user = await makeUser(test.database, { terms: false });
    for (const body of [{}, { terms_accepted: false }, { terms_accepted: 'yes' }]) {
      expect(await world.call('ensure-profile', user, body)).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    }
    expect(await profileOf(user)).toBeUndefined();
  });

  it('returns the existing profile: 15 stay 15', async () => {
    const user = await makeUser(test.database);
    const answer = await world.call('ensure-profile', user, { terms_accepted: true });
    expect(answer).toMatchObject({ status: 200, profile: { credits_limit: WELCOME_CREDITS } });
    expect(await consentOf(user)).toHaveLength(1);
  });

  it('grants once for 50 parallel calls', async () => {
    const user = await makeUser(test.database, { terms: false });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.call('ensure-profile', user, { terms_accepted: true })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await profileOf(user)).toMatchObject({ credits_limit: FIRST_SIGN_IN_CREDITS });
    expect(await consentOf(user)).toHaveLength(1);
  });

  it('shows credits bought before the profile existed', async () => {
    const user = await makeUser(test.database, { terms: false, credits: 500 });
    const answer = await world.call('ensure-profile', user, { terms_accepted: true });
    expect(answer.profile).toMatchObject({ credits_limit: 500 + FIRST_SIGN_IN_CREDITS });
  });

  it('answers "not found" for an account deleted in the meantime', async () => {
    const user = await makeUser(test.database, { terms: false });
    await test.database.query('delete from auth.users where id = $1', [user.id]);
    expect(await world.call('ensure-profile', user, { terms_accepted: true })).toMatchObject({ status: 404 });
  });
});

describe('deleting an account', () => {
  it('leaves an anonymous ledger and consent record, and no trash', async () => {
    const user = await makeUser(test.database);
    await test.database.query("insert into public.tasks (user_id, title) values ($1, 'Secret')", [user.id]);
    await test.database.query("insert into public.projects (user_id, name) values ($1, 'Secret')", [user.id]);
    await test.database.query('delete from auth.users where id = $1', [user.id]);
    expect(await profileOf(user)).toBeUndefined();
    expect(await consentOf(user)).toMatchObject([
      { email: null, full_name: null, ip_address: null, terms_version: '1.0' },
    ]);
    expect(
      await test.database.query('select amount from public.credit_grants where user_id = $1', [user.id]),
    ).toEqual([{ amount: WELCOME_CREDITS }]);
    expect(await test.database.query('select from public.trash where user_id = $1', [user.id])).toEqual([]);
    expect(await test.database.query('select from public.tasks where user_id = $1', [user.id])).toEqual([]);
  });
});
