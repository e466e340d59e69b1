import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { creditsOf } from '#tests/fixtures/credits.ts';
import { makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { countAnswers, createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { newCode } from './code-text.ts';
import { type CodeOrder, createCodes } from './create-codes.ts';

let test: TestDatabase;
let database: Database;
let world: ProductWorld;
/** Without rate limits, which have their own tests. */
let patient: ProductWorld;
let ann: TestUser;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  world = createProductWorld(database);
  patient = createProductWorld(database, { limits: { redeem: { person: null, peer: null } } });
});
beforeEach(async () => {
  await database.query('delete from private.rate_limits');
  ann = await makeUser(database);
});
afterEach(() => assertInvariants(database));
afterAll(() => test.close());

async function makeCode(order: Partial<CodeOrder> = {}): Promise<string> {
  const [code] = await createCodes(database, {
    credits: 50,
    count: 1,
    uses: 1,
    expiresAt: null,
    note: '',
    ...order,
  });
  if (code === undefined) throw new Error('no code was made');
  return code;
}

const redeem = (user: TestUser, code: string, by = world) => by.call('redeem', user, { code });
const limitOf = async (user: TestUser): Promise<number> => (await creditsOf(database, user)).credits_limit;

describe('a code', () => {
  it('becomes credits that never expire, and a line of the history', async () => {
    const code = await makeCode({ credits: 70 });
    expect(await redeem(ann, code)).toEqual({ status: 200, granted: 70 });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 70);
    expect(
      await database.query(
        "select amount, expires_at from public.credit_grants where user_id = $1 and kind = 'redeem'",
        [ann.id],
      ),
    ).toEqual([{ amount: 70, expires_at: null }]);
  });

  it('is accepted as people type it: lower case, no dashes, O for 0 and l for 1', async () => {
    const code = await makeCode();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await redeem(ann, typed)).toMatchObject({ status: 200 });
  });

  it('is not stored, only its digest', async () => {
    const code = await makeCode({ note: 'Newsletter' });
    const rows = await database.query(
      "select *, encode(code_hash, 'escape') as text from public.redeem_codes",
    );
    expect(JSON.stringify(rows)).toContain('Newsletter');
    for (const form of [code, code.replaceAll('-', '')]) expect(JSON.stringify(rows)).not.toContain(form);
  });

  it('has at least 80 bits, and no two are the same', () => {
    const codes = new Set(Array.from({ length: 1000 }, newCode));
    expect(codes.size).toBe(1000);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it.each([
    ['unknown', 404, 'unknown_code', async () => newCode()],
    ['past its time', 410, 'expired_code', () => makeCode({ expiresAt: new Date(Date.now() - 1000) })],
    [
      'revoked',
      410,
      'revoked_code',
      async () => {
        const code = await makeCode({ note: 'to be revoked' });
        await database.query(
          "update public.redeem_codes set revoked_at = now() where note = 'to be revoked'",
        );
        return code;
      },
    ],
    [
      'used by somebody else',
      409,
      'used_code',
      async () => {
        const code = await makeCode();
        await redeem(await makeUser(database), code);
        return code;
      },
    ],
    [
      'used by the same person',
      409,
      'already_redeemed',
      async () => {
        const code = await makeCode({ uses: 9 });
        await redeem(ann, code);
        return code;
      },
    ],
  ])('that is %s is refused with %i %s, and grants nothing', async (_case, status, code, make) => {
    const text = await make();
    const before = await limitOf(ann);
    const answer = await redeem(ann, text);
    expect(answer).toMatchObject({ status, code });
    expect(answer.message).toMatch(/\.$/);
    expect(await limitOf(ann)).toBe(before);
  });

  it('for three users is redeemed by three, once each', async () => {
    const code = await makeCode({ uses: 3 });
    const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(database)));
    const answers = [];
    for (const person of people) answers.push(await redeem(person, code));
    expect(countAnswers(answers)).toEqual({ 200: 3, '409 used_code': 1 });
  });
});

describe('a race', () => {
  it('of two hundred users for one code grants once', async () => {
    const code = await makeCode();
    const people = await Promise.all(Array.from({ length: 200 }, () => makeUser(database)));
    const answers = await Promise.all(people.map((person) => redeem(person, code, patient)));
    expect(countAnswers(answers)).toEqual({ 200: 1, '409 used_code': 199 });
    expect(await database.query('select used from public.redeem_codes where used > uses')).toEqual([]);
  });

  it('for the last uses of a code grants exactly as many', async () => {
    const code = await makeCode({ uses: 5, credits: 3 });
    const people = await Promise.all(Array.from({ length: 30 }, () => makeUser(database)));
    const answers = await Promise.all(people.map((person) => redeem(person, code, patient)));
    expect(countAnswers(answers)).toEqual({ 200: 5, '409 used_code': 25 });
    const limits = await Promise.all(people.map(limitOf));
    expect(limits.filter((limit) => limit === WELCOME_CREDITS + 3)).toHaveLength(5);
  });

  it('of one user with themselves grants once', async () => {
    const code = await makeCode({ uses: 100 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(ann, code, patient)));
    expect(countAnswers(answers)).toEqual({ 200: 1, '409 already_redeemed': 19 });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS + 50);
  });
});

describe('guessing', () => {
  it('ends after five attempts an hour, the right code included', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(ann, newCode())));
    expect(countAnswers(answers)).toEqual({ '404 unknown_code': 5, '429 too_many_tries': 15 });
    const refused = await redeem(ann, await makeCode());
    expect(refused).toMatchObject({ status: 429, message: expect.stringMatching(/in \d+ minutes\.$/) });
    expect(await limitOf(ann)).toBe(WELCOME_CREDITS);
  });

  it('ends after twenty attempts an hour from one address, by any users', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => makeUser(database)));
    const answers = await Promise.all(
      people.flatMap((person) => Array.from({ length: 4 }, () => redeem(person, newCode()))),
    );
    expect(countAnswers(answers)).toEqual({ '404 unknown_code': 20, '429 too_many_tries': 20 });
  });
});

it.each([
  [{}],
  [{ code: '' }],
  [{ code: '   ' }],
  [{ code: 7 }],
  [{ code: 'x'.repeat(101) }],
  [{ code: 'a', credits: 9 }],
])('refuses %j', async (body) => {
  expect(await world.call('redeem', ann, body)).toMatchObject({ status: 400, code: 'invalid_input' });
});
