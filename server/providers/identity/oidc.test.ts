import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { openIdentityProviders } from '#tests/worlds/identity-providers.ts';
import type { ExternalPerson } from './identity.ts';
import { createOidcProvider } from './oidc.ts';

let simulator: IdentitySimulator;
beforeAll(async () => {
  simulator = await startIdentitySimulator();
});
afterAll(() => simulator.close());
afterEach(() => simulator.setFault('none'));

const PERSON = { sub: 'u1', email: 'ada@corp.example', email_verified: true, name: 'Ada' };

/** Runs a complete sign-in. */
async function signIn(
  domain: string | null = null,
  clientSecret = simulator.clientSecret,
): Promise<ExternalPerson> {
  const { url: issuer, clientId } = simulator;
  const provider = createOidcProvider({ name: 'their', issuer, clientId, clientSecret, domain });
  const secrets = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) };
  const redirectUri = 'http://errand.test/auth/v1/callback';
  const there = await provider.authorizationUrl({ ...secrets, redirectUri, scopes: [], parameters: {} });
  const response = await fetch(there, { redirect: 'manual' });
  const parameters = new URL(response.headers.get('location') ?? '').searchParams;
  return provider.finish({ ...secrets, redirectUri, parameters });
}

describe('an address missing in the identity token', () => {
  test('is fetched', async () => {
    simulator.setPerson(PERSON);
    simulator.setFault('address-apart');
    expect(await signIn()).toMatchObject({ email: PERSON.email, emailVerified: true, name: 'Ada' });
  });

  test('is not accepted from another person', async () => {
    simulator.setPerson(PERSON);
    simulator.setFault('foreign-user-info');
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a company’s service', () => {
  test.each([
    [PERSON.email, false, true],
    ['ADA@Corp.Example', undefined, true],
    ['ada@other.example', true, false],
    ['ada@notcorp.example', true, false],
  ])('is trusted for its own domain only: %s', async (email, email_verified, emailVerified) => {
    simulator.setPerson({ ...PERSON, email, email_verified });
    expect(await signIn('corp.example')).toMatchObject({ email, emailVerified });
  });
});

describe('an address verified by Microsoft', () => {
  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    [undefined, false],
    [null, false],
  ])('requires that the owner of its domain has proved it: %j', async (xms_edov, emailVerified) => {
    simulator.setPerson({ sub: 'u1', email: PERSON.email, xms_edov });
    expect(await signIn()).toMatchObject({ email: PERSON.email, emailVerified });
  });
});

describe('the client secret', () => {
  const [basic, post] = ['client_secret_basic', 'client_secret_post'] as const;
  afterEach(() => simulator.setClientMethods({ taken: [basic, post], said: undefined }));

  test.each([
    [basic, [basic]],
    [basic, undefined],
    [basic, ['private_key_jwt', basic]],
    [post, [post]],
    [post, [basic, post]],
    [post, ['private_key_jwt']],
  ] as const)('is sent as the service accepts it: %s, if it declares %j', async (taken, said) => {
    simulator.setPerson(PERSON);
    simulator.setClientMethods({ taken: [taken], said });
    expect(await signIn()).toMatchObject({ subject: 'u1' });
  });

  test.each([
    [basic, /HTTP 401/],
    [post, /it says: invalid_client/],
  ] as const)('that is wrong is named to the operator: %s', async (taken, told) => {
    simulator.setPerson(PERSON);
    simulator.setClientMethods({ taken: [taken], said: [taken] });
    const failure = await signIn(null, 'another').catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(told) });
    expect(JSON.stringify(failure)).not.toContain('another');
  });
});

describe('an invalid display field', () => {
  const odd = { name: 'x'.repeat(201), picture: `https://x.example/${'x'.repeat(2_000)}` };

  test.each([odd, { name: null, picture: null }, { name: 7, picture: {} }])(
    'does not prevent the sign-in: %#',
    async (claims) => {
      simulator.setPerson({ ...PERSON, ...Object(claims) });
      expect(await signIn()).toMatchObject({ subject: 'u1', name: null, pictureUrl: null });
    },
  );
});

test('unreadable keys are a failure of the service, not of the person', async () => {
  const [oidc] = openIdentityProviders(simulator);
  const idToken = await simulator.idToken();
  simulator.setFault('broken-keys');
  const outcome = oidc?.fromIdToken?.({ idToken, accessToken: null, nonce: null });
  await expect(outcome).rejects.toMatchObject({ kind: 'unavailable' });
});
