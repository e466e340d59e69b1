import { afterEach, expect, test, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { startSamlSimulator } from '#simulators/identity/start-saml-simulator.ts';
import { openSamlProvider } from '#tests/worlds/identity-providers.ts';

const BEGUN = {
  state: 's',
  nonce: 'n',
  codeVerifier: 'v',
  redirectUri: 'http://errand.test/auth/v1/sso/saml/acs',
  scopes: [],
  parameters: {},
};

afterEach(() => {
  vi.useRealTimers();
});

test('a request has a time that the strictest take, in every millisecond, and not for long', async () => {
  const simulator = await startSamlSimulator();
  const provider = openSamlProvider(simulator, 'http://errand.test/auth/v1', silentLog);
  const noon = Date.UTC(2026, 10, 28, 12);
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const milliseconds of [0, 120, 123, 500]) {
    vi.setSystemTime(noon + milliseconds);
    const { href } = await provider.authorizationUrl(BEGUN);
    await simulator.signIn(href);
    vi.setSystemTime(noon + 361_000);
    await expect(simulator.signIn(href)).rejects.toThrow('has expired');
    vi.setSystemTime(noon - 181_000);
    await expect(simulator.signIn(href)).rejects.toThrow('of the future');
  }
  await simulator.close();
});

test.each([
  ['encrypted', 'refused', /turn off the encryption/],
  ['only-response-signed', 'refused', /sign the assertion itself/],
  ['foreign-key', 'refused', /with a key of its metadata/],
  ['expired', 'refused', /the clocks/],
  ['wrong-audience', 'refused', /audience \(entity ID\)/],
  ['wrong-recipient', 'refused', /its recipient must be/],
  ['unbound-assertion', 'refused', /its recipient must be/],
  ['unsolicited', 'refused', /the request of this login/],
  ['denied', 'denied', /didn’t log the person in/],
] as const)('the log says what to change at the provider: %s', async (fault, kind, words) => {
  const simulator = await startSamlSimulator();
  simulator.setFault(fault);
  const provider = openSamlProvider(simulator, 'http://errand.test/auth/v1', silentLog);
  const { form } = await simulator.signIn((await provider.authorizationUrl(BEGUN)).href);
  const error = { kind, message: expect.stringMatching(words) };
  await expect(provider.finish({ ...BEGUN, parameters: form })).rejects.toMatchObject(error);
  await simulator.close();
});

test('a key that was changed without notice is found in the metadata, which is read four times an hour at most', async () => {
  const simulator = await startSamlSimulator();
  const provider = openSamlProvider(simulator, 'http://errand.test/auth/v1', silentLog);
  const signIn = async () => {
    const { form } = await simulator.signIn((await provider.authorizationUrl(BEGUN)).href);
    return provider.finish({ ...BEGUN, parameters: form });
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  await signIn();
  await simulator.changeKey();
  await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
  vi.setSystemTime(Date.now() + 16 * 60_000);
  expect(await signIn()).toMatchObject({ subject: 'p1' });
  await simulator.changeKey();
  await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
  await simulator.close();
});

/** As they come from there: what is set by default, or as the guides of these programs have it. */
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
test.each([
  ['SimpleSAMLphp', { mail: 'ada@corp.example', cn: 'Ada L' }],
  [
    'Shibboleth',
    { 'urn:oid:0.9.2342.19200300.100.1.3': 'ada@corp.example', 'urn:oid:2.16.840.1.113730.3.1.241': 'Ada L' },
  ],
  // https://learn.microsoft.com/en-us/entra/identity-platform/saml-claims-customization: the name is the user's login.
  [
    'Microsoft',
    {
      [`${CLAIMS}/name`]: 'ada@corp.example',
      [`${CLAIMS}/givenname`]: 'Ada',
      [`${CLAIMS}/surname`]: 'L',
      [`${CLAIMS}/emailaddress`]: 'ada@corp.example',
    },
  ],
  ['Okta, Google', { Email: 'ada@corp.example', firstName: 'Ada', lastName: 'L' }],
])('address and name are found under the names of %s', async (_program, attributes) => {
  const simulator = await startSamlSimulator();
  simulator.setPerson({ nameId: 'p1', attributes });
  const provider = openSamlProvider(simulator, 'http://errand.test/auth/v1', silentLog);
  const { form } = await simulator.signIn((await provider.authorizationUrl(BEGUN)).href);
  const person = { email: 'ada@corp.example', emailVerified: true, name: 'Ada L' };
  await expect(provider.finish({ ...BEGUN, parameters: form })).resolves.toMatchObject(person);
  await simulator.close();
});

test('stale metadata is used while the address does not answer, and the failure is logged', async () => {
  const lines: string[] = [];
  const simulator = await startSamlSimulator();
  const provider = openSamlProvider(
    simulator,
    'http://errand.test/auth/v1',
    createLog('warn', (line) => lines.push(line)),
  );
  const begin = () => provider.authorizationUrl(BEGUN);
  const { origin } = await begin();
  await simulator.close();
  const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);
  vi.useFakeTimers({ toFake: ['Date'] });
  later(25);
  expect((await begin()).origin).toBe(origin);
  expect((await begin()).origin).toBe(origin);
  // Fetched once, not at each sign-in.
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('sso:corp.example');
  later(1);
  await begin();
  expect(lines).toHaveLength(2);
});
