import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AuthWorld, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { openIdentityProviders } from '#tests/worlds/identity-providers.ts';
import { Browser } from './auth-browser.ts';
import { claimsOf, field, fragmentOf, newClient, newUser } from './auth-client.ts';
import { type Elsewhere, signInElsewhere } from './auth-elsewhere.ts';
import { servicesWorld } from './auth-services-world.ts';

const place = servicesWorld('joining', () => ({ settings: { anonymousSignIn: true } }));
let admin: SupabaseClient['auth']['admin'];

const adminOf = (of: AuthWorld) =>
  createClient(of.url, of.serviceRoleKey, { auth: { persistSession: false } }).auth.admin;

beforeAll(() => {
  admin = adminOf(place.world);
});

const signIn = (provider: Elsewhere = 'google', at = place.world): Promise<Record<string, string>> =>
  signInElsewhere(at, provider);

async function signedIn(provider: Elsewhere = 'google', at = place.world) {
  const { access_token = '', ...failure } = await signIn(provider, at);
  if (access_token === '') throw new Error(JSON.stringify(failure));
  return claimsOf(access_token);
}

/** The account as an operator sees it. */
async function read(id: unknown) {
  const { data, error } = await admin.getUserById(String(id));
  if (error) throw error;
  return data.user;
}

describe('an account that somebody prepared with a foreign address', () => {
  const stranger = () => ({ email: place.email, password: 'set by a stranger 1' });

  test('leaves the owner nothing of what its maker said, and all that an operator said', async () => {
    const data = { terms_accepted: true, marketing_accepted: true };
    const { data: made } = await newClient(place.world).auth.signUp({ ...stranger(), options: { data } });
    await admin.updateUserById(made.user?.id ?? '', { app_metadata: { team: 'blue' } });

    const claims = await signedIn();
    const user = await read(claims['sub']);
    expect(user?.id).not.toBe(made.user?.id);
    expect(user?.user_metadata).toMatchObject({ email: place.email, full_name: 'Ada' });
    expect(user?.user_metadata).not.toHaveProperty('terms_accepted');
    expect(user?.app_metadata).toEqual({ team: 'blue', provider: 'google', providers: ['google'] });
    expect((await admin.getUserById(made.user?.id ?? '')).error?.code).toBe('user_not_found');
    const theirs = await newClient(place.world).auth.signInWithPassword(stranger());
    expect(theirs.error?.code).toBe('invalid_credentials');
  });

  test('keeps all but the address where its maker proved a telephone', async () => {
    const { data: made } = await newClient(place.world).auth.signUp(stranger());
    const id = made.user?.id ?? '';
    await place.world.database.query(
      'update auth.users set phone = $2, phone_confirmed_at = now() where id = $1',
      [id, '49301234567'],
    );
    expect((await signedIn())['sub']).not.toBe(id);
    expect(await read(id)).toMatchObject({ email: '', phone: '49301234567' });
  });

  test('by an operator lets its owner in where nobody may sign up', async () => {
    const identityProviders = openIdentityProviders(place.simulator);
    const closed = await openAuthWorld({ identityProviders, settings: { signUp: false } });
    try {
      expect(await signIn('google', closed)).toMatchObject({ error_code: 'signup_disabled' });
      await adminOf(closed).createUser({ email: place.email });
      expect(await signedIn('google', closed)).toMatchObject({ email: place.email });
    } finally {
      await closed.close();
    }
  });
});

describe('an anonymous account', () => {
  async function link() {
    const client = newClient(place.world);
    const { data } = await client.auth.signInAnonymously();
    const browser = new Browser(place.world);
    const answer = await browser.fetch(
      '/user/identities/authorize?provider=google&skip_http_redirect=true',
      data.session?.access_token ?? '',
    );
    const { access_token = '' } = fragmentOf(await browser.travel(field(answer, 'url')));
    return { id: data.user?.id, claims: claimsOf(access_token) };
  }

  test('is for good once an identity is linked, with the address that comes with it', async () => {
    const { id, claims } = await link();
    expect(claims).toMatchObject({ sub: id, email: place.email, is_anonymous: false });
    expect(await read(id)).toMatchObject({
      email: place.email,
      email_confirmed_at: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: 'google', providers: ['google'] },
    });
    expect((await signedIn())['sub']).toBe(id);
  });

  test('takes no address that somebody has', async () => {
    const { session } = await newUser(place.world, { email: place.email, password: 'violet kettle 8' });
    const { id, claims } = await link();
    expect(claims).toMatchObject({ sub: id, email: '', is_anonymous: false });
    expect((await read(session.user.id))?.email).toBe(place.email);
  });
});

test('first sign-ins at the same moment end in one account', async () => {
  const claims = await Promise.all([signedIn(), signedIn(), signedIn()]);
  expect(new Set(claims.map(({ sub }) => sub)).size).toBe(1);
});

test('two services at the same moment make one account of an address', async () => {
  const outcomes = await Promise.all([signIn('google'), signIn('github')]);
  for (const outcome of outcomes) {
    if (!outcome['access_token']) expect(outcome).toMatchObject({ error_code: 'conflict' });
  }
  const rows = await place.world.database.query('select 1 from auth.users where email = $1', [place.email]);
  expect(rows).toHaveLength(1);
});
