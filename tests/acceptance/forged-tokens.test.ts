import { createHmac, randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { addTask, type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { answersOf, REFUSED, statusesOf } from './rooms.ts';
import { SECRET } from './two-users/two-users.ts';

type Claims = Record<string, unknown>;

const OPERATOR = 'a service key that only this program knows';
/** The key of the installation, and one of an attacker. */
const [ours, theirs] = await Promise.all([
  generateKeyPair('ES256', { extractable: true }),
  generateKeyPair('ES256', { extractable: true }),
]);
const KID = 'the-key-of-this-installation';
const publicJwk = await exportJWK(ours.publicKey);

let program: Program;
let ann: Person;
beforeAll(async () => {
  const JWT_KEYS = JSON.stringify({ keys: [{ ...(await exportJWK(ours.privateKey)), kid: KID }] });
  program = await openProgram({ env: { ...UNLIMITED, JWT_KEYS, SERVICE_ROLE_KEY: OPERATOR } });
  ann = await signUp(program);
  await addTask(ann, SECRET);
});
afterAll(() => program.close());

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (text = ''): Claims =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
const claimsOf = (token: string): Claims => read(token.split('.')[1]);
const now = (): number => Math.floor(Date.now() / 1000);

/** The claims of Ann's token with changes, signed as the installation signs. */
const signed = (changed: Claims, header: object = {}, key = ours.privateKey): Promise<string> =>
  new SignJWT({ ...claimsOf(ann.token), ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: KID, ...header })
    .sign(key);
const shared = (secret: string, header: object = {}): string => {
  const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(claimsOf(ann.token))}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const unsigned = (alg: string, signature = ''): string =>
  `${part({ alg, typ: 'JWT' })}.${ann.token.split('.')[1]}.${signature}`;
/** Other claims under the signature that was there. */
const edited = (token: string, changed: Claims): string => {
  const [head, , signature] = token.split('.');
  return [head, part({ ...claimsOf(token), ...changed }), signature].join('.');
};
const foreign = async (alg: string, header: Partial<JWTHeaderParameters> = {}): Promise<string> =>
  new SignJWT(claimsOf(ann.token))
    .setProtectedHeader({ ...header, alg })
    .sign((await generateKeyPair(alg)).privateKey);

/** Each as whoever would try it. */
async function forgeries(): Promise<Record<string, string>> {
  const [head = '', body = '', signature = ''] = ann.token.split('.');
  const jwk = await exportJWK(theirs.publicKey);
  const published = JSON.stringify(publicJwk);
  const at = (header: object) => signed({}, header, theirs.privateKey);
  return {
    'no token': 'nonsense',
    'three letters': 'a.b.c',
    'alg none': unsigned('none'),
    'alg None': unsigned('None'),
    'alg none with a signature': unsigned('none', signature),
    'no alg': `${part({ typ: 'JWT' })}.${body}.${signature}`,
    'no signature': `${head}.${body}.`,
    'half a signature': `${head}.${body}.${signature.slice(0, 40)}`,
    'a signature of zeros': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'HS256 over the public key': shared(published, { kid: KID }),
    'HS256 over the public key as PEM': shared(await exportSPKI(ours.publicKey)),
    'HS256 over the anon key': shared(program.anonKey),
    'HS256 over nothing': shared(''),
    'HS256 over a word': shared('secret'),
    'another ES256 key': await foreign('ES256'),
    'another ES256 key under our name': await foreign('ES256', { kid: KID }),
    'an RS256 key': await foreign('RS256', { kid: KID }),
    'an ES384 key': await foreign('ES384', { kid: KID }),
    'an EdDSA key': await foreign('EdDSA', { kid: KID }),
    'a kid that walks through folders': shared('', { kid: '../../../../../dev/null' }),
    'a kid with SQL': shared('x', { kid: "' union select 'x' --" }),
    'a kid that is an address': await at({ kid: 'https://evil.example/key' }),
    'its own key': await at({ jwk }),
    'its own key at an address': await at({ jku: 'https://evil.example/keys' }),
    'its own certificate': await at({ x5u: 'https://evil.example/certificate' }),
    'a certificate in it': await at({ x5c: ['AAAA'] }),
    'a critical header': await at({ crit: ['b64'], b64: true }),
    'the role service_role under the old signature': edited(ann.token, { role: 'service_role' }),
    'the role postgres under the old signature': edited(ann.token, { role: 'postgres' }),
    'another person under the old signature': edited(ann.token, { sub: randomUUID() }),
    'a long life under the old signature': edited(ann.token, { exp: 4_000_000_000 }),
    'a second factor under the old signature': edited(ann.token, { aal: 'aal2' }),
    'the anon key as service_role': edited(program.anonKey, { role: 'service_role' }),
    'the anon key as postgres': edited(program.anonKey, { role: 'postgres' }),
  };
}

/** Each signed with the right key, or made by this server for something else. */
async function misused(): Promise<Record<string, string>> {
  const other = await personOf(program, ann.email);
  const { data } = await other.client.auth.getSession();
  const path = `${ann.id}/${randomUUID()}.txt`;
  const bucket = ann.client.storage.from('task-attachments');
  expect((await bucket.upload(path, SECRET, { contentType: 'text/plain' })).error).toBeNull();
  const link = new URL((await bucket.createSignedUrl(path, 60)).data?.signedUrl ?? '');
  const upload = await bucket.createSignedUploadUrl(`${ann.id}/${randomUUID()}.txt`);
  const ended = await personOf(program, ann.email);
  await ended.client.auth.signOut({ scope: 'local' });
  return {
    'role service_role': await signed({ role: 'service_role' }),
    'role postgres': await signed({ role: 'postgres' }),
    'another issuer': await signed({ iss: 'https://elsewhere.example/auth/v1' }),
    'another audience': await signed({ aud: 'storage' }),
    'no session': await signed({ session_id: undefined }),
    'no person': await signed({ sub: undefined }),
    'a person who is no uuid': await signed({ sub: '1 or true' }),
    'no end': await signed({ exp: undefined }),
    'an end 31 seconds ago': await signed({ exp: now() - 31 }),
    'a beginning in a minute': await signed({ nbf: now() + 90 }),
    'a session that has ended': ended.token,
    'a refresh token': z.string().parse(data.session?.refresh_token),
    'the token of a link to a file': z.string().parse(link.searchParams.get('token')),
    'the token of an upload': z.string().parse(upload.data?.token),
    'the key of the model': program.simulator.apiKey,
  };
}

it('what is forged, or meant for something else, opens no room and shows no row', async () => {
  const tokens = Object.entries({ ...(await forgeries()), ...(await misused()) });
  expect(tokens.length).toBeGreaterThanOrEqual(40);
  for (const [what, token] of tokens) {
    const answers = await answersOf(program, { ...ann, token });
    const statuses = Object.entries(answers).map(([room, { status }]) => [room, status]);
    expect([what, Object.fromEntries(statuses)]).toEqual([what, REFUSED]);
    expect([what, JSON.stringify(answers).includes(SECRET)]).toEqual([what, false]);
    // Nor as the key of the app, which comes in another header.
    const asKey = await fetch(`${program.url}/rest/v1/tasks?select=title`, { headers: { apikey: token } });
    expect([what, asKey.status]).toEqual([what, 401]);
  }
  expect(await statusesOf(program, ann)).toMatchObject({ auth: 200, rest: 200, storage: 200 });
});

it('a token that the key of the installation signed is taken: the others fail for what they are', async () => {
  const token = await signed({});
  expect(await statusesOf(program, { ...ann, token })).toMatchObject({ auth: 200, rest: 200, storage: 200 });
});
