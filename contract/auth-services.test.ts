import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { openIdentityProviders, openPostingProvider } from '#tests/worlds/identity-providers.ts';
import { Browser } from './auth-browser.ts';
import { fragmentOf, newClient } from './auth-client.ts';
import { type Elsewhere, signInElsewhere, wayElsewhere } from './auth-elsewhere.ts';
import { servicesWorld } from './auth-services-world.ts';

const logged: string[] = [];
const place = servicesWorld('services', (simulator) => ({
  identityProviders: [...openIdentityProviders(simulator), openPostingProvider(simulator)],
  logged,
}));
afterEach(() => {
  logged.length = 0;
});

describe('who an answer says that it comes from', () => {
  test('is the service itself, though that is no bare origin', async () => {
    expect((await signInElsewhere(place.world, 'github'))['access_token']).toBeDefined();
    const identities = await place.world.database.query(
      `select identity_data ->> 'iss' as iss from auth.identities where identity_data ->> 'email' = $1`,
      [place.email],
    );
    // As for everybody who signed in before the service named itself.
    expect(identities).toEqual([{ iss: place.simulator.url }]);
  });

  test('may be left out by a service of OAuth 2', async () => {
    place.simulator.setFault('unnamed');
    expect((await signInElsewhere(place.world, 'github'))['access_token']).toBeDefined();
  });

  test.each([
    ['google', 'unnamed'],
    ['google', 'foreign-sender'],
    ['github', 'foreign-sender'],
  ] as const)('is believed by nobody otherwise: %s, %s', async (provider, fault) => {
    place.simulator.setFault(fault);
    const landed = await signInElsewhere(place.world, provider);
    expect(landed).toMatchObject({ error_code: 'bad_oauth_callback' });
    expect(landed['access_token']).toBeUndefined();
    expect(logged).toEqual([expect.stringContaining('iss')]);
  });
});

describe('an answer that is posted', () => {
  const posted = (user: unknown): void => place.simulator.setPostedUser(JSON.stringify(user));
  const account = async (told: Record<string, string>) => {
    const { data, error } = await newClient(place.world).auth.getUser(told['access_token'] ?? '');
    if (error) throw error;
    return data.user;
  };

  beforeEach(() => place.simulator.setPerson({ sub: place.sub, email: place.email, email_verified: true }));

  test('opens, with the name that is told but once, and keeps it', async () => {
    posted({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'boss@corp.example' });
    const first = await account(await signInElsewhere(place.world, 'apple'));
    expect(first).toMatchObject({
      email: place.email,
      user_metadata: { full_name: 'Ada Lovelace', email: place.email },
    });
    const second = await account(await signInElsewhere(place.world, 'apple'));
    expect(second.id).toBe(first.id);
    expect(second.identities).toMatchObject([
      { identity_data: { email: place.email, full_name: 'Ada Lovelace' } },
    ]);
  });

  test('does not overrule the name in the token', async () => {
    place.simulator.setPerson({ sub: place.sub, email: place.email, email_verified: true, name: 'Countess' });
    posted({ name: { firstName: 'Ada' } });
    const { user_metadata } = await account(await signInElsewhere(place.world, 'apple'));
    expect(user_metadata['full_name']).toBe('Countess');
  });

  test.each([
    ['{', undefined],
    ['null', undefined],
    ['{"name":{"firstName":7}}', undefined],
    [`{"name":{"firstName":"${'x'.repeat(101)}"}}`, undefined],
    ['{"name":{"firstName":" ","lastName":"Lovelace"}}', 'Lovelace'],
  ])('keeps nobody out for a name that nobody can use: %#', async (user, name) => {
    place.simulator.setPostedUser(user);
    const { user_metadata } = await account(await signInElsewhere(place.world, 'apple'));
    expect(user_metadata['full_name']).toBe(name);
  });

  test('lends an address to nobody', async () => {
    place.simulator.setPerson({ sub: place.sub });
    posted({ name: { firstName: 'Ada' }, email: place.email });
    expect(await signInElsewhere(place.world, 'apple')).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
  });

  test('is a refusal by the person', async () => {
    place.simulator.setFault('refuses:access_denied');
    expect(await signInElsewhere(place.world, 'apple')).toMatchObject({ error_code: 'access_denied' });
  });

  test('opens nothing in another browser than the one that went', async () => {
    const [mine, theirs] = [new Browser(place.world), new Browser(place.world)];
    const away = await mine.go(await wayElsewhere(place.world, 'apple'));
    expect(fragmentOf(new URL(await theirs.go(away)))).toMatchObject({ error_code: 'bad_oauth_state' });
  });
});

test('the cookie of a sign-in comes back with a form of another site only where that is needed, and over https', async () => {
  const identityProviders = [...openIdentityProviders(place.simulator), openPostingProvider(place.simulator)];
  const settings = { siteUrl: 'https://errand.test', authUrl: 'https://errand.test/auth/v1' };
  const secure = await openAuthWorld({ identityProviders, settings });
  const cookieOf = async (at: AuthWorld, provider: Elsewhere): Promise<string[]> => {
    const response = await fetch(await wayElsewhere(at, provider), { redirect: 'manual' });
    return response.headers.getSetCookie().flatMap((line) => line.split('; ').slice(1));
  };
  const always = ['Path=/auth/v1', 'HttpOnly', 'Max-Age=600'];
  expect(await cookieOf(secure, 'apple')).toEqual([...always, 'Secure', 'SameSite=None']);
  expect(await cookieOf(secure, 'google')).toEqual([...always, 'Secure', 'SameSite=Lax']);
  expect(await cookieOf(place.world, 'apple')).toEqual([...always, 'SameSite=Lax']);
  await secure.close();
});

describe('a service that refuses', () => {
  const refusedWith = async (code: string): Promise<Record<string, string>> => {
    place.simulator.setFault(`refuses:${code}`);
    return signInElsewhere(place.world);
  };

  test.each(['access_denied', 'user_cancelled_authorize'])('because the person said no: %s', async (code) => {
    expect(await refusedWith(code)).toMatchObject({ error_code: 'access_denied' });
    expect(logged).toEqual([]);
  });

  test.each([
    ['server_error', 'provider_unreachable'],
    ['temporarily_unavailable', 'provider_unreachable'],
    ['invalid_scope', 'bad_oauth_callback'],
    ['unauthorized_client', 'bad_oauth_callback'],
    ['redirect_uri_mismatch', 'bad_oauth_callback'],
  ])('tells the person and the operator which trouble it is: %s', async (code, error_code) => {
    const told = await refusedWith(code);
    expect(told).toMatchObject({ error_code });
    expect(JSON.stringify([told, logged])).not.toContain('Call this number');
    expect(logged.map(read)[0]).toMatchObject({ level: 'warn', provider: 'google', code });
  });

  test('writes nothing of its own into the log', async () => {
    await refusedWith(`<b>\n"x": ${'y'.repeat(100)}`);
    expect(logged.map(read)).toMatchObject([{ code: `bx${'y'.repeat(62)}` }]);
  });
});

const read = (line: string): unknown => JSON.parse(line);
