import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, codeOf, desk, fresh, json, openStorage, put, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
});
afterAll(() => world.close());

const textOf = async (who: Person, path: string, bucket = 'desk') =>
  (await desk(world, who, bucket).download(path)).data?.text();

describe("somebody else's object", () => {
  it('cannot be read, listed, signed, changed or removed, and looks like a missing one', async () => {
    const path = await put(world, ann, fresh(ann), 'private');
    const missing = fresh(ann);
    const own = await put(world, bob, fresh(bob));
    const bobs = desk(world, bob);
    const acts: Record<string, (name: string) => Promise<{ error: unknown; data?: unknown }>> = {
      download: async (name) => bobs.download(name),
      info: (name) => bobs.info(name),
      exists: (name) => bobs.exists(name),
      sign: (name) => bobs.createSignedUrl(name, 60),
      'sign an upload': (name) => bobs.createSignedUploadUrl(name),
      'sign an upsert': (name) => bobs.createSignedUploadUrl(name, { upsert: true }),
      upload: (name) => bobs.upload(name, 'x'),
      upsert: (name) => bobs.upload(name, 'x', { upsert: true }),
      update: (name) => bobs.update(name, 'x'),
      'move from': (name) => bobs.move(name, fresh(bob)),
      'move to': (name) => bobs.move(own, name),
      'copy from': (name) => bobs.copy(name, fresh(bob)),
      'copy to': (name) => bobs.copy(own, name),
    };
    for (const [act, run] of Object.entries(acts)) {
      const [foreign, absent] = [await run(path), await run(missing)];
      expect(foreign.error, act).not.toBeNull();
      expect(JSON.stringify(foreign), act).toBe(JSON.stringify(absent));
    }
    expect((await bobs.remove([path])).data).toEqual([]);
    expect((await bobs.list(ann.id)).data).toEqual([]);
    expect((await bobs.list()).data).toMatchObject([{ name: bob.id, id: null }]);
    expect(await codeOf(fetch(url(world, `/object/desk/${path}`)))).toBe('NoSuchKey');
    expect(await textOf(ann, path)).toBe('private');
  });

  it('cannot be reached with a bad, an expired or an ended token', async () => {
    const path = await put(world, ann, fresh(ann));
    const ended = await world.person();
    world.endSession(ended.sessionId);
    for (const token of ['rubbish', await world.tokenFor(ann, -60), ended.token, `${ann.token}x`]) {
      const { error } = await desk(world, token).info(path);
      expect(error).toMatchObject({ status: 400, statusCode: '403', code: 'AccessDenied' });
    }
  });
});

describe('text that no table can hold', () => {
  it.each([
    ['a name', 'GET', '/object/desk/%00', undefined],
    ['a public bucket', 'GET', '/object/public/%00/x', undefined],
    ['a name to be signed', 'POST', '/object/sign/desk/%00', '{"expiresIn":60}'],
    ['a prefix', 'POST', '/object/list/desk', '{"prefix":"\\u0000"}'],
    ['a search', 'POST', '/object/list/desk', '{"prefix":"","search":"\\u0000"}'],
    ['names to be removed', 'DELETE', '/object/desk', '{"prefixes":["\\u0000"]}'],
    ['a bucket', 'GET', '/bucket/%00', undefined],
  ])('in %s is refused and is no failure of ours', async (_what, method, path, body) => {
    const response = await fetch(url(world, path), { method, headers: bearer(ann), ...(body && { body }) });
    expect((await json(response))['code']).toBe('InvalidRequest');
  });

  it.each(['{"a":"\\u0000"}', '{"a":"\\ud800"}'])('in the metadata %s is refused', async (metadata) => {
    const headers = { ...bearer(ann), 'x-metadata': Buffer.from(metadata).toString('base64') };
    const sent = fetch(url(world, `/object/desk/${fresh(ann)}`), { method: 'POST', headers, body: 'x' });
    expect(await codeOf(sent)).toBe('InvalidRequest');
  });
});

describe('a list', () => {
  it('shows one level: folders first, then files, sorted, in pages, searched by their beginning', async () => {
    const person = await world.person();
    const root = `${person.id}/list`;
    const names = ['b.txt', 'a.txt', 'z/1.txt', 'z/2.txt', 'm/n/o.txt', 'A-upper.txt'];
    for (const name of names) await put(world, person, `${root}/${name}`);
    const list = async (prefix: string, options = {}) =>
      ((await desk(world, person).list(prefix, options)).data ?? []).map(({ name }) => name);
    expect(await list(root)).toEqual(['m', 'z', 'A-upper.txt', 'a.txt', 'b.txt']);
    expect(await list(`${root}/`)).toEqual(['m', 'z', 'A-upper.txt', 'a.txt', 'b.txt']);
    expect(await list(`${root}/z`)).toEqual(['1.txt', '2.txt']);
    expect(await list(root, { limit: 2, offset: 1 })).toEqual(['z', 'A-upper.txt']);
    expect(await list(root, { search: 'a' })).toEqual(['A-upper.txt', 'a.txt']);
    expect(await list(root, { search: '%' })).toEqual([]);
    const descending = await list(root, { sortBy: { column: 'name', order: 'desc' } });
    expect(descending).toEqual(['z', 'm', 'b.txt', 'a.txt', 'A-upper.txt']);
    expect(await list(root.slice(0, -1))).toEqual([]);
    expect((await desk(world, person, 'nowhere').list()).data).toEqual([]);
  });

  it('tells files and folders apart by what it knows of them', async () => {
    const person = await world.person();
    await put(world, person, `${person.id}/a.txt`);
    await put(world, person, `${person.id}/b/c.txt`);
    const nothing = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
    expect((await desk(world, person).list(person.id)).data).toEqual([
      { name: 'b', ...nothing },
      {
        name: 'a.txt',
        id: expect.any(String),
        updated_at: expect.any(String),
        created_at: expect.any(String),
        last_accessed_at: expect.any(String),
        metadata: expect.objectContaining({ size: 7, mimetype: 'text/plain' }),
      },
    ]);
  });
});

describe('moving', () => {
  it('gives an object a new name or bucket without touching its bytes', async () => {
    const [from, to] = [await put(world, ann, fresh(ann), 'moving'), fresh(ann)];
    const before = await world.files();
    const moved = await desk(world, ann).move(from, to);
    expect(moved.data).toMatchObject({ message: 'Successfully moved', Key: `desk/${to}` });
    expect((await desk(world, ann).download(from)).error).not.toBeNull();
    expect((await desk(world, ann).move(to, to, { destinationBucket: 'wall' })).error).toBeNull();
    expect(await textOf(ann, to, 'wall')).toBe('moving');
    expect(await world.files()).toEqual(before);
    expect((await desk(world, ann).move(from, to)).error).toMatchObject({ statusCode: '404' });
  });

  it('is refused onto another object and into a bucket that does not take it', async () => {
    const [from, taken] = [await put(world, ann, fresh(ann)), await put(world, ann, fresh(ann))];
    const into = async (bucket: string) =>
      (await desk(world, ann).move(from, from, { destinationBucket: bucket })).error;
    expect((await desk(world, ann).move(from, taken)).error).toMatchObject({ statusCode: '409' });
    expect(await into('narrow')).toMatchObject({ statusCode: '415' });
    expect(await into('nowhere')).toMatchObject({ statusCode: '404' });
  });
});

describe('copying', () => {
  it('makes an object of its own, with its metadata', async () => {
    const [from, to] = [fresh(ann), fresh(ann)];
    await desk(world, ann).upload(from, 'original', { contentType: 'text/csv', metadata: { a: 1 } });
    expect((await desk(world, ann).copy(from, to)).data).toEqual({ path: `desk/${to}` });
    await desk(world, ann).remove([from]);
    expect(await textOf(ann, to)).toBe('original');
    expect((await desk(world, ann).info(to)).data).toMatchObject({
      contentType: 'text/csv',
      metadata: { a: 1 },
    });
    expect((await desk(world, ann).copy(from, to)).error).toMatchObject({ statusCode: '404' });
  });

  it('leaves the metadata behind where the caller says so, and never believes a type against the content', async () => {
    const [from, to, lying] = [fresh(ann), fresh(ann), fresh(ann)];
    await desk(world, ann).upload(from, 'a,b', { contentType: 'text/csv', metadata: { a: 1 } });
    const copy = (path: string, metadata: { cacheControl?: string; mimetype?: string }) =>
      desk(world, ann).copy(from, path, { copyMetadata: false, metadata });
    await copy(to, { cacheControl: 'max-age=5', mimetype: 'text/markdown' });
    expect((await desk(world, ann).info(to)).data).toMatchObject({
      contentType: 'text/markdown',
      cacheControl: 'max-age=5',
      metadata: {},
    });
    await copy(lying, { mimetype: 'image/png' });
    expect((await desk(world, ann).info(lying)).data?.contentType).toBe('application/octet-stream');
    const bad = await copy(fresh(ann), { cacheControl: 'x\r\nset-cookie: a=b' });
    expect(bad.error).toMatchObject({ code: 'InvalidRequest' });
    const narrow = { destinationBucket: 'narrow', copyMetadata: false, metadata: { mimetype: 'text/html' } };
    expect((await desk(world, ann).copy(from, fresh(ann), narrow)).error).toMatchObject({
      statusCode: '415',
    });
  });
});

it.each([
  ['copy', { metadata: { contentEncoding: 'gzip' } }],
  ['copy', { sourceVersionId: '1' }],
  ['move', { sourceVersionId: '1' }],
])('a request to %s with %o is refused, and nothing is done', async (act, more) => {
  const [from, to] = [await put(world, ann, fresh(ann)), fresh(ann)];
  const asked = fetch(url(world, `/object/${act}`), {
    method: 'POST',
    headers: { ...bearer(ann), 'content-type': 'application/json' },
    body: JSON.stringify({ bucketId: 'desk', sourceKey: from, destinationKey: to, ...more }),
  });
  expect(await codeOf(asked)).toBe('InvalidRequest');
  expect((await desk(world, ann).exists(from)).data).toBe(true);
  expect((await desk(world, ann).exists(to)).data).toBe(false);
});

describe('removing', () => {
  it('takes what is named and nothing else, bytes included, and answers with the rows', async () => {
    const [one, two, kept] = [
      await put(world, ann, fresh(ann)),
      await put(world, ann, fresh(ann)),
      await put(world, ann, fresh(ann)),
    ];
    const before = (await world.files()).length;
    const { data } = await desk(world, ann).remove([one, two, 'missing', ann.id]);
    expect(new Set(data?.map(({ name }) => name))).toEqual(new Set([one, two]));
    expect((await world.files()).length).toBe(before - 2);
    expect(await textOf(ann, kept)).toBe('content');
    const single = await fetch(url(world, `/object/desk/${kept}`), {
      method: 'DELETE',
      headers: bearer(ann),
    });
    expect(await json(single)).toEqual({ message: 'Successfully deleted' });
  });

  it('by SQL alone is refused by the database', async () => {
    await expect(world.sql('delete from storage.objects')).rejects.toThrow('Use the Storage API instead');
  });
});
