import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#server/lib/ids.ts';
import { collectGarbage } from '#tests/fixtures/collect-garbage.ts';
import { currentPayer, onBehalfOf } from '../../db/turns/payer.ts';
import type { Authenticator } from './authentication.ts';
import { createAuthenticator } from './authenticator.ts';
import { API_KEY_ISSUER, headerFor, type Keys, loadKeys } from './keys.ts';

const ISSUER = 'http://localhost:3000/auth/v1';
const folder = mkdtempSync(join(tmpdir(), 'errand-authenticator-'));
const ended = new Set<string>();
const user = newUuid();
const session = newUuid();
let now: Date;
let keys: Keys;
let authenticator: Authenticator;

beforeAll(async () => {
  keys = await loadKeys({ store: { kind: 'file', path: join(folder, 'keys.json') } });
});
beforeEach(() => {
  now = new Date('2026-06-01T12:00:00Z');
  ended.clear();
  const liveSessions = {
    hasEnded: (id: string) => ended.has(id),
    catchUp: () => null,
    onEnd: () => () => {},
  };
  authenticator = createAuthenticator({ keys, issuer: ISSUER, liveSessions, clock: { now: () => now } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seconds = (): number => Math.floor(now.getTime() / 1000);
const claims = (changed: Record<string, unknown> = {}): Record<string, unknown> => ({
  iss: ISSUER,
  aud: 'authenticated',
  role: 'authenticated',
  sub: user,
  session_id: session,
  iat: seconds(),
  exp: seconds() + 3600,
  ...changed,
});
const sign = (changed: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT(claims(changed)).setProtectedHeader(headerFor(keys.signing)).sign(keys.signing.sign);
const request = (headers: Record<string, string>): Request =>
  new Request('http://localhost/rest/v1/x', { headers });

describe('the caller of a request', () => {
  test('with a user token has its subject, session and claims', async () => {
    const answer = await authenticator.fromRequest(
      request({ authorization: `Bearer ${await sign({ email: 'a@b.example' })}`, apikey: keys.anonKey }),
    );
    expect(answer).toMatchObject({
      ok: true,
      caller: { role: 'authenticated', userId: user, sessionId: session, claims: { email: 'a@b.example' } },
    });
  });

  test('with a user token pays for the request; before that, the address does', async () => {
    const token = await sign();
    await onBehalfOf('203.0.113.7')(async () => {
      await authenticator.fromRequest(request({ apikey: keys.anonKey }));
      expect(currentPayer()).toBe('203.0.113.7');
      await authenticator.fromRequest(request({ authorization: `Bearer ${token}` }));
      expect(currentPayer()).toBe(user);
    });
    expect(currentPayer()).toBeNull();
  });

  test('without a credential is a visitor', async () => {
    expect(await authenticator.fromRequest(request({}))).toMatchObject({
      ok: true,
      caller: { role: 'anon' },
    });
  });

  test('with a key as bearer or apikey has its role', async () => {
    for (const [key, role] of [
      [keys.anonKey, 'anon'],
      [keys.serviceRoleKey, 'service_role'],
    ] as const) {
      for (const [name, value] of Object.entries({ apikey: key, authorization: `Bearer ${key}` })) {
        const answer = await authenticator.fromRequest(request({ [name]: value }));
        expect(answer).toMatchObject({ ok: true, caller: { role, userId: null, claims: { role } } });
      }
    }
  });

  test('with a user token is not raised by a service key as apikey', async () => {
    const headers = { authorization: `Bearer ${await sign()}`, apikey: keys.serviceRoleKey };
    expect(await authenticator.fromRequest(request(headers))).toMatchObject({
      caller: { role: 'authenticated' },
    });
  });

  test.each(['Bearer nonsense', 'Basic dXNlcjpwYXNz', 'Bearer a.b.c'])(
    'with a bad credential is refused and never becomes a visitor: %s',
    async (authorization) => {
      const answer = await authenticator.fromRequest(request({ authorization, apikey: keys.anonKey }));
      expect(answer.ok).toBe(false);
    },
  );

  test('with an unknown apikey is refused', async () => {
    expect(await authenticator.fromRequest(request({ apikey: 'sb_secret_guess' }))).toMatchObject({
      ok: false,
    });
  });
});

describe('a token', () => {
  test('is accepted up to 30 s after its expiry, cached or not', async () => {
    const token = await sign({ exp: seconds() + 10 });
    const expiry = now.getTime() + 10_000;
    expect(await authenticator.fromToken(token)).toMatchObject({ ok: true });
    now = new Date(expiry + 29_000);
    expect(await authenticator.fromToken(token)).toMatchObject({ ok: true });
    now = new Date(expiry + 31_000);
    expect(await authenticator.fromToken(token)).toMatchObject({ ok: false, problem: 'expired' });
  });

  test('of an ended session is refused at once, although it was just accepted', async () => {
    const token = await sign();
    expect(await authenticator.fromToken(token)).toMatchObject({ ok: true });
    ended.add(session);
    expect(await authenticator.fromToken(token)).toMatchObject({ ok: false, problem: 'session_ended' });
  });

  test('waits until it is known again which sessions have ended', async () => {
    const gone = new Set<string>();
    const liveSessions = {
      hasEnded: (id: string) => gone.has(id),
      catchUp: async () => void gone.add(session),
      onEnd: () => () => {},
    };
    const stalled = createAuthenticator({ keys, issuer: ISSUER, liveSessions, clock: { now: () => now } });
    expect(await stalled.fromToken(await sign())).toMatchObject({ ok: false, problem: 'session_ended' });
  });

  test('that was evicted from the cache is verified again', async () => {
    const liveSessions = { hasEnded: () => false, catchUp: () => null, onEnd: () => () => {} };
    const small = createAuthenticator({
      keys,
      issuer: ISSUER,
      liveSessions,
      clock: { now: () => now },
      cacheSize: 2,
    });
    const tokens = await Promise.all([1, 2, 3].map((n) => sign({ n })));
    for (const token of [...tokens, ...tokens])
      expect(await small.fromToken(token)).toMatchObject({ ok: true });
  });

  test('that has expired takes no memory once another is verified', async () => {
    const accepted = async (token: string): Promise<WeakRef<object>> => {
      const answer = await authenticator.fromToken(token);
      return new WeakRef(answer.ok ? answer.caller : expect.fail('refused'));
    };
    const [first, other] = [await sign({ exp: seconds() + 10 }), await sign({ exp: seconds() + 3_600 })];
    const caller = await accepted(first);
    now = new Date(now.getTime() + 60_000);
    await accepted(other);
    await vi.waitFor(() => {
      collectGarbage();
      expect(caller.deref()).toBeUndefined();
    });
  });
});

describe('a token of role anon by a configured secret', () => {
  const secret = 'a secret of more than thirty-two characters';
  let visited: Authenticator;
  beforeAll(async () => {
    const path = join(folder, 'secret.json');
    const configured = await loadKeys({ store: { kind: 'file', path }, jwtKeys: secret });
    const liveSessions = { hasEnded: () => false, catchUp: () => null, onEnd: () => () => {} };
    visited = createAuthenticator({
      keys: configured,
      issuer: ISSUER,
      liveSessions,
      clock: { now: () => now },
    });
  });
  const signed = (changed: Record<string, unknown> = {}, by = secret): Promise<string> =>
    new SignJWT({ iss: 'elsewhere', role: 'anon', exp: seconds() + 3600, ...changed })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(by));

  test.each([
    ['of another issuer', {}],
    ['of no issuer', { iss: undefined }],
    ['of our issuer', { iss: ISSUER }],
    ['of our keys, with another ref', { iss: API_KEY_ISSUER, ref: 'other' }],
    ['with claims of a person', { sub: user, session_id: session, email: 'a@b.example', aal: 'aal2' }],
  ])('is a visitor, and its claims are ignored: %s', async (_name, changed) => {
    const exp = seconds() + 3600;
    const headers = { authorization: `Bearer ${await signed(changed)}` };
    expect(await visited.fromRequest(request(headers))).toEqual({
      ok: true,
      caller: { role: 'anon', userId: null, sessionId: null, claims: { role: 'anon' }, expiresAt: exp },
    });
  });

  test.each([
    ['a person', { role: 'authenticated', aud: 'authenticated', sub: user }],
    [
      'a person with a session',
      { role: 'authenticated', aud: 'authenticated', sub: user, session_id: session },
    ],
    ['the service', { role: 'service_role' }],
    ['nobody', { role: undefined }],
    ['a visitor for ever', { exp: undefined }],
    ['a visitor of an hour ago', { exp: Math.floor(Date.parse('2026-06-01T11:00:00Z') / 1000) }],
  ])('does not extend to %s', async (_name, changed) => {
    expect(await visited.fromToken(await signed(changed))).toMatchObject({ ok: false });
  });

  test('needs the secret', async () => {
    expect(await visited.fromToken(await signed({}, `${secret}!`))).toMatchObject({
      ok: false,
      problem: 'bad_signature',
    });
  });
});

describe('a forged token is refused', () => {
  const forged = (name: string, make: () => Promise<string> | string): void => {
    test(name, async () => {
      const answer = await authenticator.fromToken(await make());
      expect(answer.ok).toBe(false);
    });
  };
  const hs256 = (secret: string | Uint8Array, header: object = {}): Promise<string> =>
    new SignJWT(claims({ role: 'service_role', iss: API_KEY_ISSUER, ref: keys.ref }))
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret);
  const edit = (token: string, changed: Record<string, unknown>): string => {
    const [head, body = '', signature] = token.split('.');
    const payload = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...changed };
    return [head, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
  };

  forged('alg none', () => new UnsecuredJWT(claims()).encode());
  forged('HS256 over the public key', () => hs256(JSON.stringify(keys.publicJwks.keys[0])));
  forged('HS256 over the public key, with its kid', () =>
    hs256(JSON.stringify(keys.publicJwks.keys[0]), { kid: keys.signing.kid }),
  );
  forged('HS256 over the anon key', () => hs256(keys.anonKey));
  forged('an empty secret', () => `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.`);
  forged('a kid that walks through folders', () =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', kid: '../../../../dev/null' })
      .sign(keys.signing.sign),
  );
  forged('a key of its own in the header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    return new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
  });
  for (const header of ['jku', 'x5u']) {
    forged(`a key address in ${header}`, () =>
      new SignJWT(claims())
        .setProtectedHeader({ ...headerFor(keys.signing), [header]: 'https://evil.example/keys' })
        .sign(keys.signing.sign),
    );
  }
  forged('edited claims under an old signature', async () => edit(await sign(), { role: 'service_role' }));
  forged('an anon key edited to service_role', () => edit(keys.anonKey, { role: 'service_role' }));
  forged('another subject under an old signature', async () => edit(await sign(), { sub: newUuid() }));
});

describe('a token that we signed is refused', () => {
  const cases: Record<string, Record<string, unknown>> = {
    'with role service_role for a user': { role: 'service_role' },
    'with role postgres': { role: 'postgres' },
    'of another issuer': { iss: 'https://other.example/auth/v1' },
    'for another audience': { aud: 'storage' },
    'with several audiences': { aud: ['authenticated', 'storage'] },
    'without a session': { session_id: undefined },
    'without a subject': { sub: undefined },
    'whose subject is no uuid': { sub: '1 or true' },
    'without an expiry': { exp: undefined },
    'that is not valid yet': { nbf: Math.floor(Date.parse('2026-06-01T12:05:00Z') / 1000) },
    'as a key of another installation': { iss: API_KEY_ISSUER, ref: 'other', role: 'service_role' },
    'as a key with a subject': { iss: API_KEY_ISSUER, role: 'service_role' },
  };
  test.each(Object.entries(cases))('%s', async (_name, changed) => {
    const answer = await authenticator.fromToken(await sign({ ref: keys.ref, ...changed }));
    expect(answer.ok).toBe(false);
  });
});
