import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SAML_FORGERIES } from '#simulators/identity/saml-forgeries.ts';
import { type SamlSimulator, startSamlSimulator } from '#simulators/identity/start-saml-simulator.ts';
import { AUTH_URL, type AuthWorld, openAuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';
import { openSamlProvider } from '#tests/worlds/identity-providers.ts';
import { Browser } from './auth-browser.ts';
import { call, claimsOf, field, fragmentOf, newClient, newUser, roleOf } from './auth-client.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

let world: AuthWorld;
let simulator: SamlSimulator;
const logged: string[] = [];
beforeAll(async () => {
  simulator = await startSamlSimulator();
  world = await openAuthWorld({ identityProviders: [openSamlProvider(simulator, AUTH_URL)], logged });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

let people = 0;
let nameId = '';
let email = '';
beforeEach(() => {
  logged.length = 0;
  people += 1;
  nameId = `employee-${people}`;
  email = `person-${people}@corp.example`;
  simulator.setPerson({ nameId, email, name: 'Ada' });
});
afterEach(() => simulator.setFault('none'));

/** Begins in this browser, and signs in at the company. */
async function begin(browser: Browser): Promise<{ action: string; form: URLSearchParams }> {
  const answer = await browser.post('/sso', {
    domain: 'corp.example',
    redirect_to: `${SITE_URL}/dashboard`,
    skip_http_redirect: true,
  });
  return simulator.signIn(field(answer, 'url'));
}

async function signIn(): Promise<Record<string, string>> {
  const browser = new Browser(world);
  const { action, form } = await begin(browser);
  return fragmentOf(await browser.submit(action, form));
}

const countUsers = async (): Promise<number> =>
  (await world.database.query('select 1 from auth.users where email = $1', [email])).length;

describe('a company’s sign-in', () => {
  test('makes an account of the company, and finds it again', async () => {
    const first = await signIn();
    const claims = claimsOf(first['access_token'] ?? '');
    expect(claims).toMatchObject({ email, amr: [{ method: 'sso/saml' }] });
    expect(await roleOf(world, first['access_token'] ?? '')).toBe('authenticated');
    simulator.setPerson({ nameId, email: `renamed-${email}` });
    expect(claimsOf((await signIn())['access_token'] ?? '')['sub']).toBe(claims['sub']);
    const { rows } = {
      rows: await world.database.query('select is_sso_user from auth.users where id = $1', [claims['sub']]),
    };
    expect(rows).toEqual([{ is_sso_user: true }]);
  });

  test('is never joined to an account that a person made with the same address', async () => {
    const { session, person } = await newUser(world, { email, password: 'violet kettle 9' });
    const { access_token = '' } = await signIn();
    expect(claimsOf(access_token)['sub']).not.toBe(session.user.id);
    expect((await newClient(world).auth.signInWithPassword(person)).error).toBeNull();
  });

  test('speaks for addresses of its own domain alone', async () => {
    simulator.setPerson({ nameId, email: 'boss@other.example' });
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    simulator.setPerson({ nameId });
    expect(await signIn()).toMatchObject({ error_code: 'provider_email_needs_verification' });
    // The operator finds out which of the two it was, but not who.
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { provider: 'sso:corp.example', reason: expect.stringMatching(/isn’t a verified one at corp.example/) },
      { provider: 'sso:corp.example', reason: expect.stringMatching(/has no email address/) },
    ]);
    expect(logged.join()).not.toContain('boss');
  });

  test.each([
    'unsigned',
    'foreign-key',
    'wrong-audience',
    'wrong-recipient',
    'wrong-issuer',
    'expired',
    'other-request',
    'unsolicited',
    'unbound-assertion',
    'encrypted',
    'only-response-signed',
    'entities',
    ...SAML_FORGERIES,
  ] as const)('is not believed: %s', async (fault) => {
    simulator.setFault(fault);
    const landed = await signIn();
    expect(landed).toMatchObject({ error_code: 'bad_oauth_callback' });
    expect(landed['access_token']).toBeUndefined();
    expect(await countUsers()).toBe(0);
  });

  test('was refused there, by the person or the company', async () => {
    simulator.setFault('denied');
    expect(await signIn()).toMatchObject({ error_code: 'access_denied' });
    expect(await countUsers()).toBe(0);
  });

  test('does not let a comment cut a name short', async () => {
    const before = claimsOf((await signIn())['access_token'] ?? '')['sub'];
    simulator.setFault('comment');
    const landed = await signIn();
    if (landed['access_token']) expect(claimsOf(landed['access_token'])['sub']).not.toBe(before);
    else expect(landed['error_code']).toBeDefined();
  });

  test('needs a lasting name', async () => {
    simulator.setPerson({
      nameId,
      email,
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    });
    expect(await signIn()).toMatchObject({ error_code: 'bad_oauth_callback' });
  });

  test('ends in the browser that began it, once', async () => {
    const [mine, theirs] = [new Browser(world), new Browser(world)];
    const { action, form } = await begin(mine);
    const landed = await theirs.submit(action, form);
    expect(fragmentOf(landed)).toMatchObject({ error_code: 'bad_oauth_state' });
    // The home page would not say why.
    expect(landed.href).toMatch(`${SITE_URL}/login?`);
    expect(fragmentOf(await mine.submit(action, form))['access_token']).toBeDefined();
    expect(fragmentOf(await mine.submit(action, form))).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('is not started by the company', async () => {
    const browser = new Browser(world);
    simulator.setFault('unsolicited');
    const { action, form } = await begin(browser);
    // As SimpleSAMLphp, Okta and Google post it from their own page: with no state, or one of their own.
    form.set('RelayState', '');
    const landed = await browser.submit(action, form);
    expect(landed.href).toMatch(`${SITE_URL}/login?`);
    expect(fragmentOf(landed)).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('is found by domain, through the official client too', async () => {
    const { data, error } = await newClient(world).auth.signInWithSSO({ domain: 'CORP.example' });
    expect(error).toBeNull();
    expect(data?.url).toContain('SAMLRequest=');
    expect((await newClient(world).auth.signInWithSSO({ domain: 'other.example' })).error).toMatchObject({
      status: 404,
      code: 'sso_provider_not_found',
    });
    expect(await call(world, '/authorize?provider=sso:corp.example')).toMatchObject({ status: 400 });
    const metadata = await call(world, '/sso/saml/metadata');
    expect(metadata.body).toContain(`${AUTH_URL}/sso/saml/acs`);
    // Without one, SimpleSAMLphp and Shibboleth send a transient name ID, which isn't accepted.
    expect(metadata.body).toMatch(
      /<NameIDFormat>[^<]+:persistent<.*<NameIDFormat>[^<]+:emailAddress<.*<Asser/s,
    );
  });

  test('does not change what the company keeps', async () => {
    const { access_token = '' } = await signIn();
    const changed = await call(world, '/user', {
      method: 'PUT',
      body: { password: 'violet kettle 1' },
      token: access_token,
    });
    expect(changed).toMatchObject({ status: 422, body: { code: 'user_sso_managed' } });
  });

  test.each([
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ['POST', '/token?grant_type=id_token'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
  ])('leaves no way in beside the company’s: %s %s', async (method, path) => {
    const { access_token: token = '' } = await signIn();
    const key = new SoftAuthenticator(SITE_URL).create({ challenge: 'x', user: { id: 'x' } });
    const linking = { provider: 'google', id_token: 'theirs', link_identity: true };
    const made = { challenge_id: crypto.randomUUID(), credential: key };
    const body = method === 'POST' ? { ...made, ...linking } : undefined;
    const answer = await call(world, path, { method, body, token });
    expect(answer).toMatchObject({ status: 422, body: { code: 'user_sso_managed' } });
  });

  test('is not read without end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(100_000).fill(97));
        // What nobody stops ends by itself, and fails the test.
        if (sent === 400) controller.close();
      },
    });
    const posted = fetch(`${world.url}/auth/v1/sso/saml/acs`, {
      method: 'POST',
      body: endless,
      // Says no length.
      duplex: 'half',
    });
    const status = await posted.then((response) => response.status).catch(() => 'cut off');
    expect([413, 'cut off']).toContain(status);
    expect(sent).toBeLessThan(300);
  });

  test('says that the company’s service is down', async () => {
    const lonely = await startSamlSimulator();
    const provider = openSamlProvider(lonely, AUTH_URL);
    await lonely.close();
    const other = await openAuthWorld({ identityProviders: [provider] });
    try {
      const { error } = await newClient(other).auth.signInWithSSO({ domain: 'corp.example' });
      expect(error).toMatchObject({ status: 503 });
    } finally {
      await other.close();
    }
  });

  test.each([
    ['no XML', 'hello'],
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    [
      'no certificate',
      '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"><IDPSSODescriptor/></EntityDescriptor>',
    ],
  ])('is refused where its metadata has %s', async (_name, text) => {
    const broken = await startSamlSimulator();
    broken.setMetadata(text);
    const other = await openAuthWorld({ identityProviders: [openSamlProvider(broken, AUTH_URL)] });
    try {
      const { error } = await newClient(other).auth.signInWithSSO({ domain: 'corp.example' });
      expect(error?.code).toBe('bad_oauth_callback');
    } finally {
      await other.close();
      await broken.close();
    }
  });
});
