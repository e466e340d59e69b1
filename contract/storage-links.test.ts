import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { codeOf, desk, fresh, openStorage, put, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
});
afterAll(() => world.close());

async function linkTo(who: Person, path: string, seconds = 60): Promise<URL> {
  const { data, error } = await desk(world, who).createSignedUrl(path, seconds);
  expect(error).toBeNull();
  return new URL(data?.signedUrl ?? '');
}

/** The token with a later expiry under its old signature. */
function edited(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = z
    .looseObject({ exp: z.number() })
    .parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1_000 })).toString('base64url');
  return [header, later, signature].join('.');
}

it('a link opens its object for whoever holds it, under the name that was wished for', async () => {
  const path = await put(world, ann, fresh(ann), 'signed');
  const { data } = await desk(world, ann).createSignedUrl(path, 60, { download: 'name.txt' });
  const response = await fetch(data?.signedUrl ?? '');
  expect([response.status, await response.text()]).toEqual([200, 'signed']);
  expect(response.headers.get('content-disposition')).toContain('name.txt');
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(59|60)$/);
});

it('a link opens nothing else, for no longer, and cannot write', async () => {
  const [path, other] = [await put(world, ann, fresh(ann)), await put(world, ann, fresh(ann))];
  const link = await linkTo(ann, path);
  const token = link.searchParams.get('token') ?? '';
  expect(await codeOf(fetch(link.href.replace(path, other)))).toBe('InvalidSignature');
  expect(await codeOf(fetch(link.href.replace('/desk/', '/wall/')))).toBe('InvalidSignature');
  const asUpload = url(world, `/object/upload/sign/desk/${path}?token=${token}`);
  expect(await codeOf(fetch(asUpload, { method: 'PUT', body: 'x' }))).toBe('InvalidSignature');
  const withToken = (text: string) => fetch(url(world, `/object/sign/desk/${path}?token=${text}`));
  expect(await codeOf(withToken(edited(token)))).toBe('InvalidSignature');
  expect(await codeOf(withToken('x'))).toBe('InvalidJWT');
  expect(await codeOf(withToken(''))).toBe('InvalidJWT');
  expect(await codeOf(withToken(ann.token))).toBe('InvalidSignature');
  const asBearer = fetch(url(world, `/object/desk/${path}`), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await codeOf(asBearer)).toBe('AccessDenied');
});

it('links expire, die with their object, and with the session that signed them', async () => {
  const leaving = await world.person();
  const removed = await put(world, ann, fresh(ann));
  const [toShort, toRemoved, toEnded] = [
    await linkTo(ann, await put(world, ann, fresh(ann)), 1),
    await linkTo(ann, removed),
    await linkTo(leaving, await put(world, leaving, fresh(leaving))),
  ];
  for (const good of [toShort, toRemoved, toEnded]) expect((await fetch(good)).status).toBe(200);
  await desk(world, ann).remove([removed]);
  world.endSession(leaving.sessionId);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await codeOf(fetch(toShort))).toBe('ExpiredToken');
  expect(await codeOf(fetch(toRemoved))).toBe('NoSuchKey');
  expect(await codeOf(fetch(toEnded))).toBe('ExpiredToken');
});

it('a life that is too long is refused, not shortened', async () => {
  const path = await put(world, ann, fresh(ann));
  const sign = async (seconds: number) =>
    (await desk(world, ann).createSignedUrl(path, seconds)).error?.message;
  expect(await sign(86_400)).toBeUndefined();
  expect(await sign(86_401)).toMatch(/^expiresIn: a link lives at most 86400 seconds/);
  expect(await sign(0)).toMatch(/^expiresIn:/);
});

it('many links come in the order asked for, without those that the caller may not see', async () => {
  const [mine, foreign] = [await put(world, ann, fresh(ann), 'mine'), await put(world, bob, fresh(bob))];
  const { data } = await desk(world, ann).createSignedUrls([foreign, mine, 'missing'], 60);
  const error = 'Either the object does not exist or you do not have access to it';
  expect(data).toMatchObject([
    { path: foreign, error, signedUrl: null },
    { path: mine, error: null },
    { path: 'missing', error, signedUrl: null },
  ]);
  expect(await (await fetch(data?.[1]?.signedUrl ?? '')).text()).toBe('mine');
});

it('an upload link works once, for anybody, at its own address; the object belongs to the signer', async () => {
  const path = fresh(ann);
  const token = (await desk(world, ann).createSignedUploadUrl(path)).data?.token ?? '';
  const visitor = desk(world, world.anonKey);
  const first = await visitor.uploadToSignedUrl(path, token, 'by a visitor');
  expect(first.data).toMatchObject({ path, fullPath: `desk/${path}` });
  expect((await visitor.uploadToSignedUrl(path, token, 'again')).error).toMatchObject({ statusCode: '409' });
  const elsewhere = await visitor.uploadToSignedUrl(fresh(ann), token, 'elsewhere');
  expect(elsewhere.error).toMatchObject({ code: 'InvalidSignature' });
  expect(await codeOf(fetch(url(world, `/object/sign/desk/${path}?token=${token}`)))).toBe(
    'InvalidSignature',
  );
  expect(await world.sql('select owner, owner_id from storage.objects where name = $1', [path])).toEqual([
    { owner: ann.id, owner_id: ann.id },
  ]);
});
