import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { AUTH_URL, type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { openIdentityProviders } from '#tests/worlds/identity-providers.ts';
import { Browser } from './auth-browser.ts';
import { call, claimsOf, field, fragmentOf, newClient, newPerson, newUser, roleOf } from './auth-client.ts';
import { type Elsewhere, signInElsewhere, wayElsewhere } from './auth-elsewhere.ts';

let world: AuthWorld;
let simulator: IdentitySimulator;
const logged: string[] = [];
beforeAll(async () => {
  simulator = await startIdentitySimulator();
  world = await openAuthWorld({ identityProviders: openIdentityProviders(simulator), logged });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

let people = 0;
let subject = '';
let email = '';
beforeEach(() => {
  people += 1;
  subject = `subject-${people}`;
  email = `social-${people}@example.org`;
  simulator.setPerson({ sub: subject, email, email_verified: true, name: 'Ada' });
});
afterEach(() => {
  simulator.setFault('none');
  logged.length = 0;
});

const authorizeUrl = (provider: Elsewhere, options: object = {}): Promise<string> =>
  wayElsewhere(world, provider, options);

/** Goes there and back, and says where the browser ends up. */
const travel = (browser: Browser, url: string): Promise<URL> => browser.travel(url);

const signIn = (provider: Elsewhere = 'google'): Promise<Record<string, string>> =>
  signInElsewhere(world, provider);

const userCount = async (): Promise<number> => {
  const [row] = await world.database.query<{ n: number }>(
    'select count(*)::int as n from auth.users where email = $1',
    [email],
  );
  return row?.n ?? 0;
};

describe.each(['google', 'github'] as const)('a sign-in with %s', (provider) => {
  test('makes an account with a proven address, and finds it again', async () => {
    const first = await signIn(provider);
    expect(first).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String) });
    const claims = claimsOf(first['access_token'] ?? '');
    expect(claims).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      amr: [{ method: 'oauth' }],
    });
    expect(await roleOf(world, first['access_token'] ?? '')).toBe('authenticated');
    const again = await signIn(provider);
    expect(claimsOf(again['access_token'] ?? '')['sub']).toBe(claims['sub']);
    expect(await userCount()).toBe(1);
  });

  test('follows the person when their address changes there, and not the address', async () => {
    const before = claimsOf((await signIn(provider))['access_token'] ?? '')['sub'];
    simulator.setPerson({ sub: subject, email: `moved-${email}`, email_verified: true });
    expect(claimsOf((await signIn(provider))['access_token'] ?? '')['sub']).toBe(before);
    // Somebody else gets the address there: they are somebody else here too, unless they prove it to us.
    simulator.setPerson({ sub: `${subject}-other`, email, email_verified: false });
    expect(await signIn(provider)).toMatchObject({ error_code: 'provider_email_needs_verification' });
  });

  test('joins an account whose owner has proved the same address', async () => {
    const { session } = await newUser(world, { email, password: 'violet kettle 5' });
    const { access_token = '' } = await signIn(provider);
    expect(claimsOf(access_token)['sub']).toBe(session.user.id);
    expect(
      (await newClient(world).auth.signInWithPassword({ email, password: 'violet kettle 5' })).error,
    ).toBeNull();
  });

  test('takes an account over that somebody prepared with the address and never proved', async () => {
    const waiting = { email, password: 'set by a stranger 1' };
    await newClient(world).auth.signUp(waiting);
    const { access_token = '' } = await signIn(provider);
    expect(await roleOf(world, access_token)).toBe('authenticated');
    expect((await newClient(world).auth.signInWithPassword(waiting)).error?.code).toBe('invalid_credentials');
  });

  test('does not fail for a name or a picture that nobody can use', async () => {
    const name = 'x'.repeat(201);
    simulator.setPerson({ sub: subject, email, email_verified: true, name, picture: 7 });
    expect((await signIn(provider))['access_token']).toBeDefined();
  });

  test('is refused where the service does not vouch for the address, whether or not it has an account', async () => {
    simulator.setPerson({ sub: subject, email, email_verified: false });
    expect(await signIn(provider)).toMatchObject({ error_code: 'provider_email_needs_verification' });
    await newUser(world, { email, password: 'violet kettle 6' });
    expect(await signIn(provider)).toMatchObject({ error_code: 'provider_email_needs_verification' });
    simulator.setPerson({ sub: subject });
    expect(await signIn(provider)).toMatchObject({ error_code: 'provider_email_needs_verification' });
  });
});

/** What is wrong with an identity token. */
const UNBELIEVABLE = [
  'wrong-issuer',
  'wrong-audience',
  'expired',
  'foreign-key',
  'unsigned',
  'public-key-as-secret',
] as const;

describe('what comes back', () => {
  test.each([...UNBELIEVABLE, 'wrong-nonce'] as const)('is not believed: %s', async (fault) => {
    const url = await authorizeUrl('google');
    simulator.setFault(fault);
    const landed = fragmentOf(await travel(new Browser(world), url));
    expect(landed).toMatchObject({ error_code: 'bad_oauth_callback' });
    expect(landed['access_token']).toBeUndefined();
    expect(await userCount()).toBe(0);
    // People read one sentence; the operator finds the service and the reason.
    expect(logged).toEqual([expect.stringMatching(/"provider":"google".*"reason":"[^"]+"/)]);
  });

  test('is a refusal by the person', async () => {
    simulator.setFault('refuses:access_denied');
    expect(await signIn()).toMatchObject({ error: 'access_denied' });
  });

  test('says that the service is down, and the password still opens', async () => {
    const { person } = await newUser(world);
    const browser = new Browser(world);
    const back = await browser.go(await browser.go(await authorizeUrl('google')));
    simulator.setFault('down');
    const landed = new URL(await browser.go(back));
    expect(fragmentOf(landed)).toMatchObject({ error_code: 'provider_unreachable' });
    // At every click of everybody: one short line, with the service and the reason.
    expect(logged).toEqual([expect.stringMatching(/^.{0,500}$/)]);
    expect(logged[0]).toMatch(/"provider":"google","reason":"Couldn’t reach the login service/);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('opens nothing in another browser than the one that went', async () => {
    const [mine, theirs] = [new Browser(world), new Browser(world)];
    const back = await mine.go(await mine.go(await authorizeUrl('google')));
    const landed = fragmentOf(new URL(await theirs.go(back)));
    expect(landed).toMatchObject({ error_code: 'bad_oauth_state' });
    // And a failed attempt by somebody else did not use it up.
    expect(fragmentOf(new URL(await mine.go(back)))['access_token']).toBeDefined();
    // Once.
    expect(fragmentOf(new URL(await mine.go(back)))).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('is too late after ten minutes', async () => {
    const browser = new Browser(world);
    const back = await browser.go(await browser.go(await authorizeUrl('google')));
    world.pass(601);
    expect(fragmentOf(new URL(await browser.go(back)))).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('leads to no foreign page, however it was asked for', async () => {
    for (const redirectTo of [
      'https://evil.example/',
      '//evil.example',
      'http://errand.test@evil.example/',
      '\\\\evil.example',
      'http://errand.test\\@evil.example',
      'http://errand.test%2f@evil.example',
      'http://errand.test.evil.example/',
      'http://evilerrand.test/',
      'http://2130706433/',
      'javascript:alert(1)',
      'http://errand.test/\r\nLocation: https://evil.example',
    ]) {
      const landed = await travel(new Browser(world), await authorizeUrl('google', { redirectTo }));
      expect(landed.origin).toBe(SITE_URL);
    }
    const landed = await travel(
      new Browser(world),
      await authorizeUrl('google', { redirectTo: `${SITE_URL}/dashboard` }),
    );
    expect(landed.pathname).toBe('/dashboard');
  });

  test('cannot be steered by parameters of the client', async () => {
    const url = await authorizeUrl('google', {
      queryParams: {
        redirect_uri: 'https://evil.example',
        client_id: 'other',
        state: 'known',
        nonce: 'known',
        prompt: 'consent',
      },
    });
    const there = new URL(await new Browser(world).go(url));
    expect(there.searchParams.get('redirect_uri')).toBe(`${AUTH_URL}/callback`);
    expect(there.searchParams.get('client_id')).toBe(simulator.clientId);
    expect(there.searchParams.get('state')).not.toBe('known');
    expect(there.searchParams.get('nonce')).not.toBe('known');
    expect(there.searchParams.get('prompt')).toBe('consent');
  });

  test('hands a code to a client that keeps a verifier, with the service’s tokens', async () => {
    const client = newClient(world, { pkce: true });
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const landed = await travel(new Browser(world), data.url ?? '');
    expect(landed.hash).toBe('');
    const { data: opened, error } = await client.auth.exchangeCodeForSession(
      landed.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(opened.user?.email).toBe(email);
    expect(opened.session?.provider_token).toEqual(expect.any(String));
    const rows = await world.database.query(
      'select provider_tokens from auth.flow_state where provider_tokens is not null',
    );
    expect(rows).toEqual([]);
  });

  test('is refused where the provider is unknown', async () => {
    const answer = await call(world, '/authorize?provider=sundial');
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const settings = await call(world, '/settings');
    expect(settings.body).toMatchObject({ external: { google: true, github: true, apple: false } });
  });
});

describe('an identity token that the client brings', () => {
  const signInWith = (token: string, more: object = {}) =>
    newClient(world).auth.signInWithIdToken({ provider: 'google', token, ...more });
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

  test('opens, bound to its nonce and access token', async () => {
    const half = createHash('sha256').update('their token').digest().subarray(0, 16).toString('base64url');
    const token = await simulator.idToken({ nonce: sha('n1'), at_hash: half });
    const { data, error } = await signInWith(token, { nonce: 'n1', access_token: 'their token' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await signInWith(token, { nonce: 'n2' })).error).toMatchObject({
      status: 400,
      message: 'Bad ID token',
    });
    expect((await signInWith(token)).error?.message).toBe('Bad ID token');
    expect((await signInWith(token, { nonce: 'n1', access_token: 'another' })).error?.message).toBe(
      'Bad ID token',
    );
  });

  test.each(UNBELIEVABLE)('opens nothing, nor the account that has the address: %s', async (fault) => {
    const { session } = await newUser(world, { email, password: 'violet kettle 7' });
    simulator.setFault(fault);
    const token = await simulator.idToken();
    simulator.setFault('none');
    expect((await signInWith(token)).error).toMatchObject({ status: 400, message: 'Bad ID token' });
    const rows = await world.database.query('select provider from auth.identities where user_id = $1', [
      session.user.id,
    ]);
    expect(rows).toEqual([{ provider: 'email' }]);
  });

  test('opens nothing where the service does not vouch for the address', async () => {
    await newUser(world, { email, password: 'violet kettle 7' });
    simulator.setPerson({ sub: subject, email, email_verified: false });
    const { data, error } = await signInWith(await simulator.idToken());
    expect([data.session, error?.status]).toEqual([null, 403]);
  });

  test('is no access token, nor is the other one of the service', async () => {
    const { provider_token = '' } = await signIn();
    expect(await roleOf(world, provider_token)).toBe(401);
    expect(await roleOf(world, await simulator.idToken())).toBe(401);
    expect(await roleOf(world, await simulator.idToken({ role: 'service_role', aud: 'authenticated' }))).toBe(
      401,
    );
  });

  test('is refused in the words of OAuth', async () => {
    const body = { provider: 'google', id_token: 'none' };
    const answer = await call(world, '/token?grant_type=id_token', { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Bad ID token' },
    ]);
  });

  test('makes no settings of ours out of claims', async () => {
    simulator.setPerson({
      sub: subject,
      email,
      email_verified: true,
      terms_accepted: true,
      role: 'service_role',
    });
    const { data } = await signInWith(await simulator.idToken());
    expect(data.user?.user_metadata).not.toHaveProperty('terms_accepted');
    expect(data.user?.role).toBe('authenticated');
  });
});

describe('identities of an account', () => {
  const link = async (client: ReturnType<typeof newClient>, browser: Browser): Promise<URL> => {
    const { data } = await client.auth.getSession();
    const answer = await browser.fetch(
      '/user/identities/authorize?provider=google&skip_http_redirect=true',
      data.session?.access_token ?? '',
    );
    return travel(browser, field(answer, 'url'));
  };

  test('are added by whoever is signed in, and removed again but for the last', async () => {
    const { client, person } = await newUser(world);
    const landed = fragmentOf(await link(client, new Browser(world)));
    expect(landed['access_token']).toBeDefined();
    const { data } = await client.auth.getUserIdentities();
    const identities = data?.identities ?? [];
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
    expect(await world.mailTo(person.email, 'identity_linked')).toBeDefined();
    const [own, google] = identities;
    if (!own || !google) return;
    expect((await client.auth.unlinkIdentity(own)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull();
    expect((await client.auth.unlinkIdentity(own)).error?.code).toBe('single_identity_not_deletable');
    expect((await client.auth.unlinkIdentity(google)).error?.code).toBe('identity_not_found');
  });

  test('are not taken from somebody else', async () => {
    await signIn();
    const { client } = await newUser(world);
    expect(fragmentOf(await link(client, new Browser(world)))).toMatchObject({
      error_code: 'identity_already_exists',
    });
  });

  test('are not added by a link that somebody else prepared, nor after signing out', async () => {
    const { client } = await newUser(world, newPerson());
    const { data } = await client.auth.getSession();
    const [attacker, victim] = [new Browser(world), new Browser(world)];
    const prepared = await attacker.fetch(
      '/user/identities/authorize?provider=google&skip_http_redirect=true',
      data.session?.access_token ?? '',
    );
    const landed = fragmentOf(await travel(victim, field(prepared, 'url')));
    expect(landed).toMatchObject({ error_code: 'bad_oauth_state' });
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1);

    const back = await attacker.go(field(prepared, 'url'));
    await client.auth.signOut();
    expect(fragmentOf(new URL(await attacker.go(back)))['access_token']).toBeUndefined();
  });
});
