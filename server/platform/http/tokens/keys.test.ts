import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportJWK, generateKeyPair, generateSecret, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { headerFor, type Keys, loadKeys } from './keys.ts';
import { KeysError } from './token-keys.ts';
import { verifyToken } from './verify-token.ts';

let folder: string;
let db: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-keys-'));
  db = await testDatabase();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await db.close();
});

describe('keys in a file', () => {
  test('are created at the first start, private to the owner, and stay the same', async () => {
    const path = join(folder, 'new', 'keys.json');
    const first = await loadKeys({ store: { kind: 'file', path } });
    const second = await loadKeys({ store: { kind: 'file', path } });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(second.anonKey).toBe(first.anonKey);
    expect(second.serviceRoleKey).toBe(first.serviceRoleKey);
    expect(second.signing.kid).toBe(first.signing.kid);
    expect(first.signing.algorithm).toBe('ES256');
  });

  test('are the same for 8 processes that start at the same moment', async () => {
    const path = join(folder, 'race.json');
    const all = await Promise.all(
      Array.from({ length: 8 }, () => loadKeys({ store: { kind: 'file', path } })),
    );
    expect(new Set(all.map(({ anonKey }) => anonKey)).size).toBe(1);
    expect(new Set(all.map(({ signing }) => signing.kid)).size).toBe(1);
  });

  test('get their permissions tightened', async () => {
    const path = join(folder, 'open.json');
    await loadKeys({ store: { kind: 'file', path } });
    await chmod(path, 0o644);
    await loadKeys({ store: { kind: 'file', path } });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('that are corrupt are refused and never replaced', async () => {
    const path = join(folder, 'damaged.json');
    await writeFile(path, '{"ref":');
    await expect(loadKeys({ store: { kind: 'file', path } })).rejects.toThrow(/damaged\.json/);
    expect(await readFile(path, 'utf8')).toBe('{"ref":');
  });
});

test('keys in the database are created once, also by 8 concurrent processes', async () => {
  const store = { kind: 'database', database: db.database } as const;
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys({ store })));
  expect(new Set(all.map(({ serviceRoleKey }) => serviceRoleKey)).size).toBe(1);
});

describe('configured keys', () => {
  const SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long';
  const load = (jwtKeys: string, name: string) =>
    loadKeys({ store: { kind: 'file', path: join(folder, `${name}.json`) }, jwtKeys });

  test('may be a single secret, shared with other programs', async () => {
    const keys = await load(SECRET, 'secret');
    expect(keys.signing.algorithm).toBe('HS256');
    expect(keys.publicJwks.keys).toEqual([]);
    const session = '3f0c4a52-8a5e-4b8e-9f5a-8f0f5e6f7a10';
    const foreign = await new SignJWT({ role: 'authenticated', session_id: session })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('http://localhost/auth/v1')
      .setAudience('authenticated')
      .setSubject(session)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(SECRET));
    expect(
      await verifyToken(foreign, { keys, issuer: 'http://localhost/auth/v1', now: new Date() }),
    ).toMatchObject({ ok: true });
  });

  test('may be a list, of which the first that can sign does', async () => {
    const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
    const keys = await load(JSON.stringify([{ ...jwk, kid: 'mine' }]), 'list');
    expect(keys.signing.kid).toBe('mine');
    expect(keys.publicJwks.keys).toMatchObject([{ kid: 'mine', kty: 'EC' }]);
  });

  test.each(['too short', '[]', '{"keys":', '[{"kty":"EC"'])('are refused when they are %s', async (text) => {
    await expect(load(text, 'refused')).rejects.toThrow(KeysError);
  });
});

describe('the published key set', () => {
  test('has public parts only', async () => {
    const path = join(folder, 'public.json');
    const { publicJwks } = await loadKeys({ store: { kind: 'file', path } });
    const fields = publicJwks.keys.flatMap((key) => Object.keys(key)).sort();
    expect(fields).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('has no shared secret, and no private part of an RSA key', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const secret = await exportJWK(await generateSecret('HS256', { extractable: true }));
    const jwtKeys = JSON.stringify({ keys: [await exportJWK(privateKey), secret] });
    const path = join(folder, 'rsa.json');
    const { publicJwks, signing, accepted } = await loadKeys({ store: { kind: 'file', path }, jwtKeys });
    expect(signing.algorithm).toBe('RS256');
    expect(accepted.map(({ algorithm }) => algorithm)).toEqual(['RS256', 'HS256']);
    expect(Object.keys(publicJwks.keys[0] ?? {}).sort()).toEqual([
      'alg',
      'e',
      'key_ops',
      'kid',
      'kty',
      'n',
      'use',
    ]);
    expect(publicJwks.keys).toHaveLength(1);
  });
});

describe('configured token keys', () => {
  const load = (jwtKeys: string): Promise<unknown> =>
    loadKeys({ store: { kind: 'file', path: join(folder, 'configured.json') }, jwtKeys });

  test.each([
    ['{"keys":[{"kty":"oct","k":"c2hvcnQ"}]}', /32 bytes/],
    ['{"keys":[]}', /JWK set/],
    ['no json', /32 bytes/],
    ['{"keys":', /JSON/],
    ['{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}', /damaged/],
    ['{"keys":[{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}]}', /P-256/],
  ])('are refused with the reason: %s', async (jwtKeys, reason) => {
    await expect(load(jwtKeys)).rejects.toThrow(reason);
  });

  test('without a private part are refused', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    await expect(load(JSON.stringify({ keys: [await exportJWK(publicKey)] }))).rejects.toThrow(
      /private part/,
    );
  });
});

describe('a new signing key', () => {
  const issuer = 'http://localhost/auth/v1';
  const now = new Date();
  const tokenOf = ({ signing }: Keys): Promise<string> =>
    new SignJWT({ role: 'authenticated', session_id: crypto.randomUUID() })
      .setProtectedHeader(headerFor(signing))
      .setIssuer(issuer)
      .setSubject(crypto.randomUUID())
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(signing.sign);

  test('signs from then on; tokens of the retired one are valid while its public part is kept', async () => {
    const store = { kind: 'file', path: join(folder, 'rotated.json') } as const;
    const old = await loadKeys({ store });
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const fresh = await exportJWK(privateKey);
    const load = (...retired: object[]) =>
      loadKeys({ store, jwtKeys: JSON.stringify({ keys: [fresh, ...retired] }) });
    const [kept, removed] = [await load(...old.publicJwks.keys), await load()];
    const before = await tokenOf(old);
    const after = await tokenOf(kept);

    expect(kept.signing.kid).not.toBe(old.signing.kid);
    expect(await verifyToken(before, { keys: kept, issuer, now })).toMatchObject({ ok: true });
    expect(await verifyToken(before, { keys: removed, issuer, now })).toMatchObject({
      ok: false,
      problem: 'bad_signature',
    });
    for (const keys of [kept, removed]) {
      expect(await verifyToken(after, { keys, issuer, now })).toMatchObject({ ok: true });
      // Signed links and the clients' API keys stay valid.
      expect(keys.secretFor('storage-links')).toEqual(old.secretFor('storage-links'));
      expect([keys.anonKey, keys.serviceRoleKey]).toEqual([old.anonKey, old.serviceRoleKey]);
    }
  });
});

describe('the program for rotating the key, as in docs/sign-in.md', () => {
  const page = readFileSync('docs/sign-in.md', 'utf8');
  const program = /`rotate-keys\.mjs`:\s+```js\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
  const rotate = async (env: Record<string, string>): Promise<string> => {
    const args = ['--input-type=module', '--eval', program];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };
  const tokenBy = ({ signing }: Keys): Promise<string> =>
    new SignJWT({ role: 'anon', exp: 4_000_000_000 })
      .setProtectedHeader(headerFor(signing))
      .sign(signing.sign);

  test('creates a new one and keeps the old one, from keys.json, a set or a plain secret', async () => {
    const store = { kind: 'file', path: join(folder, 'keys.json') } as const;
    const now = new Date();
    const made = await loadKeys({ store });
    const set = await rotate({ DATA_DIR: folder });
    const list = /\[.+\]/.exec(set)?.[0] ?? '';
    for (const [old, jwtKeys] of [
      [made, set],
      [await loadKeys({ store, jwtKeys: set }), await rotate({ JWT_KEYS: set })],
      [await loadKeys({ store, jwtKeys: list }), await rotate({ JWT_KEYS: list })],
      [
        await loadKeys({ store, jwtKeys: 'the text of one secret, long enough' }),
        await rotate({ JWT_KEYS: ' the text of one secret, long enough ' }),
      ],
    ] as const) {
      const next = await loadKeys({ store, jwtKeys });
      expect(next.signing).toMatchObject({ algorithm: 'ES256' });
      expect(next.signing.kid).not.toBe(old.signing.kid);
      expect(await verifyToken(await tokenBy(old), { keys: next, issuer: 'i', now })).toMatchObject({
        ok: true,
      });
    }
  });
});

test('secrets for two purposes differ and survive a restart', async () => {
  const path = join(folder, 'secrets.json');
  const first = await loadKeys({ store: { kind: 'file', path } });
  const second = await loadKeys({ store: { kind: 'file', path } });
  expect(first.secretFor('storage-links')).toEqual(second.secretFor('storage-links'));
  expect(first.secretFor('storage-links')).not.toEqual(first.secretFor('other'));
});
