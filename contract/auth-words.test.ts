import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { call, follow, fragmentOf, linkIn, newClient, newPerson, newUser } from './auth-client.ts';
import { enrolTotp, newTotpApp, signInByPassword } from './auth-totp.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

type Auth = ReturnType<typeof newClient>['auth'];
type Words = [status: number, code: string, message: string | RegExp];

const NOBODY = 'nobody@example.org';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const NO_DIGITS: Words = [403, 'otp_expired', 'Token has expired or is invalid'];
const NO_LINK: Words = [403, 'otp_expired', 'Email link is invalid or has expired'];

/** What the official client tells of a refusal. */
function expectWords(error: unknown, [status, code, message]: Words): void {
  const words = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(error).toMatchObject({ status, code, message: words });
}

describe('a visitor is refused, in the words that the official client shows,', () => {
  const refusals: [what: string, ask: (auth: Auth) => Promise<{ error: unknown }>, words: Words][] = [
    [
      'a sign-up without a password',
      (auth) => auth.signUp({ email: NOBODY, password: '' }),
      [400, 'validation_failed', 'Signup requires a valid password'],
    ],
    [
      'a sign-up with what is no address',
      (auth) => auth.signUp({ email: 'nobody', password: 'violet kettle' }),
      [400, 'validation_failed', 'Unable to validate email address: invalid format'],
    ],
    [
      'a sign-up by telephone',
      (auth) => auth.signUp({ phone: '+491701234567', password: 'violet kettle' }),
      [400, 'phone_provider_disabled', 'Phone signups are disabled'],
    ],
    [
      'an anonymous sign-in',
      (auth) => auth.signInAnonymously(),
      [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    ],
    [
      'a password of nobody',
      (auth) => auth.signInWithPassword({ email: NOBODY, password: 'violet kettle' }),
      [400, 'invalid_credentials', 'Invalid login credentials'],
    ],
    [
      'a refresh token that cannot be one',
      (auth) => auth.refreshSession({ refresh_token: 'nonsense' }),
      [400, 'validation_failed', 'Refresh token is not valid'],
    ],
    [
      'a refresh token of nobody',
      (auth) => auth.refreshSession({ refresh_token: 'abcdefghijklmnopqrstuvwxyz' }),
      [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
    ],
    [
      'digits that are wrong',
      (auth) => auth.verifyOtp({ type: 'email', email: NOBODY, token: '000000' }),
      NO_DIGITS,
    ],
    [
      'a link that is wrong',
      (auth) => auth.verifyOtp({ type: 'recovery', token_hash: 'abcdefghijklmnop' }),
      NO_LINK,
    ],
    [
      'a recovery without an address',
      (auth) => auth.resetPasswordForEmail(''),
      [400, 'validation_failed', 'Password recovery requires an email'],
    ],
  ];
  test.each(refusals)('%s', async (_what, ask, words) => {
    expectWords((await ask(newClient(world).auth)).error, words);
  });

  test('a password before the address is confirmed', async () => {
    const person = newPerson();
    const { auth } = newClient(world);
    await auth.signUp(person);
    const { error } = await auth.signInWithPassword(person);
    expectWords(error, [400, 'email_not_confirmed', 'Email not confirmed']);
  });

  test('a password and a refresh while banned', async () => {
    const { person, client, session } = await newUser(world);
    const { admin } = newServer().auth;
    expect((await admin.updateUserById(session.user.id, { ban_duration: '1h' })).error).toBeNull();
    const again = await newClient(world).auth.signInWithPassword(person);
    expectWords(again.error, [400, 'user_banned', 'User is banned']);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await admin.updateUserById(session.user.id, { ban_duration: 'none' })).error).toBeNull();
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('a stolen code, and one without its verifier', async () => {
    const client = newClient(world, { pkce: true });
    const { person } = await newUser(world);
    await client.auth.resetPasswordForEmail(person.email, { redirectTo: SITE_URL });
    const link = linkIn((await world.mailTo(person.email, 'recovery')).text, world);
    const auth_code = (await follow(link)).searchParams.get('code');
    const exchange = async (verifier: string, code = auth_code) =>
      (await call(world, '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } }))
        .body;
    expect(await exchange('')).toEqual({
      code: 'validation_failed',
      message: 'invalid request: both auth code and code verifier should be non-empty',
    });
    expect(await exchange('x'.repeat(56), 'guess')).toEqual({
      code: 'flow_state_not_found',
      message: 'invalid flow state, no valid flow state found',
    });
    expect(await exchange('x'.repeat(56))).toEqual({
      code: 'bad_code_verifier',
      message: 'code challenge does not match previously saved code verifier',
    });
  });
});

describe('what the official client cannot send is refused in words of the contract:', () => {
  const invalid = (message: string) => ({ code: 'validation_failed', message });
  const email = NOBODY;
  const refusals: [path: string, body: object, told: object][] = [
    ['/signup', { email, phone: '+491701234567', password: 'violet kettle' }, { code: 'validation_failed' }],
    ['/token?grant_type=nonsense', {}, { code: 'invalid_credentials', message: 'unsupported_grant_type' }],
    ['/token?grant_type=password', { password: 'x' }, invalid('missing email or phone')],
    ['/otp', {}, invalid('One of email or phone must be set')],
    ['/otp', { email, phone: '+491701234567' }, { code: 'validation_failed' }],
    ['/otp', { email, channel: 'sms' }, { code: 'validation_failed' }],
    ['/verify', { type: 'email' }, invalid('Verify requires either a token or a token hash')],
    [
      '/verify',
      { type: 'email', email, token: '000000', token_hash: 'abc' },
      invalid('Verify requires either a token or a token hash'),
    ],
    [
      '/verify',
      { type: 'email', email, token_hash: 'abcdefghijklmnop' },
      invalid('Only the token_hash and type should be provided'),
    ],
    ['/verify', { type: 'nonsense', email, token: '000000' }, { code: 'validation_failed' }],
    ['/resend', { type: 'recovery', email }, { code: 'validation_failed' }],
    ['/resend', { type: 'signup' }, { code: 'validation_failed' }],
  ];
  test.each(refusals)('%s %j', async (path, body, told) => {
    expect(await call(world, path, { body })).toMatchObject({ status: 400, body: told });
  });

  test('a service that is not configured', async () => {
    expect(await call(world, '/authorize?provider=google')).toMatchObject({
      status: 400,
      body: invalid('Unsupported provider: provider is not enabled'),
    });
  });
});

describe('somebody who is signed in is refused', () => {
  test('the password that they have, and a short one, whose reasons the client names', async () => {
    const { client, person } = await newUser(world);
    const same = await client.auth.updateUser({ password: person.password });
    expectWords(same.error, [
      422,
      'same_password',
      'New password should be different from the old password.',
    ]);
    const short = await client.auth.updateUser({ password: 'kettl' });
    expectWords(short.error, [422, 'weak_password', /^Password should be at least 6 characters/]);
    expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  test('a sign-out of an unknown scope', async () => {
    const { session } = await newUser(world);
    const answer = await call(world, '/logout?scope=nonsense', {
      method: 'POST',
      token: session.access_token,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('factors of another kind, of others, and the removal of one that is not shown', async () => {
    const app = newTotpApp(() => world);
    const { client, person, session } = await newUser(world);
    const odd = await call(world, '/factors', {
      body: { factor_type: 'nonsense' },
      token: session.access_token,
    });
    expect(odd).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const unknown = await client.auth.mfa.challenge({ factorId: UNKNOWN });
    expectWords(unknown.error, [404, 'mfa_factor_not_found', 'Factor not found']);

    const { factorId, secret } = await enrolTotp(client);
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
    expectWords(wrong.error, [422, 'mfa_verification_failed', 'Invalid TOTP code entered']);
    await client.auth.mfa.challengeAndVerify({ factorId, code: app.nextCode(secret) });
    const halfway = await signInByPassword(world, person);
    const removal = await halfway.auth.mfa.unenroll({ factorId });
    expectWords(removal.error, [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor']);
  });

  test('once the account is gone, in the way that makes the client drop its session', async () => {
    const { client, session } = await newUser(world);
    await world.database.query('delete from auth.users where id = $1', [session.user.id]);
    await expect.poll(async () => (await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});

describe('an administrator is refused', () => {
  test('nobody, somebody twice, and whoever does not exist', async () => {
    const { admin } = newServer().auth;
    const { person } = await newUser(world);
    expectWords((await admin.createUser({})).error, [
      400,
      'validation_failed',
      'Cannot create a user without either an email or phone',
    ]);
    const taken: Words = [422, 'email_exists', 'A user with this email address has already been registered'];
    expectWords((await admin.createUser({ email: person.email })).error, taken);
    expectWords((await admin.inviteUserByEmail(person.email)).error, taken);
    expectWords((await admin.getUserById(UNKNOWN)).error, [404, 'user_not_found', 'User not found']);
  });
});

describe('the official client', () => {
  test('tells its app of a recovery, of new tokens and of the end', async () => {
    const { person } = await newUser(world);
    const client = newClient(world, { pkce: true });
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    await client.auth.resetPasswordForEmail(person.email);
    const link = linkIn((await world.mailTo(person.email, 'recovery')).text, world);
    const code = (await follow(link)).searchParams.get('code') ?? '';
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    await client.auth.refreshSession();
    await client.auth.signOut();
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
  });

  test('drops its session when that has ended, and only then', async () => {
    const { client, session } = await newUser(world);
    await newServer().auth.admin.signOut(session.access_token, 'local');
    const { error } = await client.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test('is told where the pages of accounts end', async () => {
    const { admin } = newServer().auth;
    for (let n = 0; n < 3; n += 1) await admin.createUser({ email: newPerson().email });
    const { data } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(data).toMatchObject({ nextPage: 2 });
    expect('lastPage' in data && data.lastPage).toBe('total' in data && Math.ceil(data.total / 2));
  });

  test('is led to what it reads in a link: tokens, their life and kind', async () => {
    const { person } = await newUser(world);
    await newClient(world).auth.signInWithOtp({ email: person.email });
    const link = linkIn((await world.mailTo(person.email, 'magic_link')).text, world);
    expect(Object.keys(fragmentOf(await follow(link))).toSorted()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
  });
});

/** The official client of a server program. */
function newServer() {
  return newClient({ ...world, anonKey: world.serviceRoleKey });
}
