import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, desk, fresh, json, openStorage, put, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
});
afterAll(() => world.close());

describe('uploading', () => {
  it('keeps the bytes, the type, the cache time and the metadata of a form upload', async () => {
    const path = fresh(ann, 'bin');
    const bytes = randomBytes(200_000);
    const { data, error } = await desk(world, ann).upload(
      path,
      new Blob([new Uint8Array(bytes)], { type: 'application/x-thing' }),
      { cacheControl: '60', metadata: { original: 'Ünïcode "name".bin', n: 1 } },
    );
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path, fullPath: `desk/${path}` });
    const down = await desk(world, ann).download(path);
    expect(Buffer.from((await down.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    const info = await desk(world, ann).info(path);
    expect(info.data).toEqual({
      id: data?.id,
      name: path,
      version: expect.any(String),
      bucketId: 'desk',
      size: 200_000,
      contentType: 'application/x-thing',
      cacheControl: 'max-age=60',
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      metadata: { original: 'Ünïcode "name".bin', n: 1 },
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('keeps the same of a bare body that is streamed without a length', async () => {
    const path = fresh(ann);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let n = 0; n < 5; n += 1) controller.enqueue(new Uint8Array(10_000).fill(65 + n));
        controller.close();
      },
    });
    const options = { contentType: 'text/plain', cacheControl: '5', metadata: { a: 'ü' }, duplex: 'half' };
    expect((await desk(world, ann).upload(path, body, options)).error).toBeNull();
    const { data } = await desk(world, ann).info(path);
    expect(data).toMatchObject({
      size: 50_000,
      contentType: 'text/plain',
      cacheControl: 'max-age=5',
      metadata: { a: 'ü' },
    });
  });

  it('refuses a name that is taken, and replaces it where the owner says so', async () => {
    const path = await put(world, ann, fresh(ann), 'first');
    const again = await desk(world, ann).upload(path, 'second');
    expect(again.error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
    const text = async () => (await desk(world, ann).download(path)).data?.text();
    expect(await text()).toBe('first');
    const files = await world.files();
    expect((await desk(world, ann).upload(path, 'second', { upsert: true })).error).toBeNull();
    expect(await text()).toBe('second');
    expect((await desk(world, ann).update(path, 'third')).error).toBeNull();
    expect(await text()).toBe('third');
    expect(await world.files()).toHaveLength(files.length);
  });

  it('of one name at the same time leaves one whole object and no other file', async () => {
    const path = fresh(ann);
    const before = (await world.files()).length;
    const contents = Array.from({ length: 8 }, (_, n) => String(n).repeat(50_000));
    await Promise.all(contents.map((content) => desk(world, ann).upload(path, content, { upsert: true })));
    const text = await (await desk(world, ann).download(path)).data?.text();
    expect(contents).toContain(text);
    expect((await world.files()).length).toBe(before + 1);
  });

  it('names what is wrong with the bucket, the type, the size and the metadata', async () => {
    const path = fresh(ann);
    const nowhere = await desk(world, ann, 'nowhere').upload(path, 'x');
    expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    const narrow = desk(world, ann, 'narrow');
    const pdf = await narrow.upload(path, 'x', { contentType: 'application/pdf' });
    expect(pdf.error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/pdf is not supported',
    });
    expect((await narrow.upload(path, 'a;b', { contentType: 'text/csv; charset=utf-8' })).error).toBeNull();
    const exact = await narrow.upload(`${path}-1`, Buffer.alloc(1_000), { contentType: 'image/x-any' });
    expect(exact.error).toBeNull();
    const large = await narrow.upload(`${path}-2`, Buffer.alloc(1_001), { contentType: 'image/x-any' });
    expect(large.error).toMatchObject({
      status: 400,
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    });
    const response = await fetch(url(world, `/object/desk/${path}`), {
      method: 'POST',
      headers: { ...bearer(ann), 'x-metadata': 'bm90IGpzb24=' },
      body: 'x',
    });
    expect(await response.json()).toEqual({
      statusCode: '400',
      error: 'invalid_request',
      message: 'metadata must be a JSON object',
      code: 'InvalidRequest',
    });
  });

  it('refuses forms without a file, with two, cut off, or without a boundary, and leaves nothing behind', async () => {
    const before = await world.files();
    const form = (...lines: string[]) => lines.join('\r\n');
    const file = (name: string) => [
      '--b',
      `Content-Disposition: form-data; name=""; filename="${name}"`,
      'Content-Type: text/plain',
      '',
      'abc',
    ];
    const bodies = [
      form('--b', 'Content-Disposition: form-data; name="cacheControl"', '', '3600', '--b--', ''),
      form(...file('a'), ...file('b'), '--b--', ''),
      form(...file('a')),
      form(...file('a'), '--b'),
      'nonsense',
      '',
    ];
    for (const body of bodies) {
      const response = await fetch(url(world, `/object/desk/${fresh(ann)}`), {
        method: 'POST',
        headers: { ...bearer(ann), 'content-type': 'multipart/form-data; boundary=b' },
        body,
      });
      expect([response.status, (await json(response))['code']]).toEqual([400, 'InvalidRequest']);
    }
    const bare = await fetch(url(world, `/object/desk/${fresh(ann)}`), {
      method: 'POST',
      headers: { ...bearer(ann), 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect((await json(bare))['message']).toBe('The form names no boundary');
    expect(await world.files()).toEqual(before);
    expect(await world.sql('select * from storage.loose_blobs')).toEqual([]);
  });
});

describe('names', () => {
  const LONG = 'x'.repeat(1_100);
  const HOSTILE = [
    ['../x', '..', '.', 'a/../b', 'a/./b', 'a//b', '/x', 'x/', '....//x', '..;/x', '.%2e/x', 'C:\\x', 'a\\b'],
    ['%2e%2e/x', '..%2fx', '%252e%252e%252fx', '..%5cx', 'x%00.png', 'x\u0000', 'x%0d%0ay', 'x%', LONG],
    ['ä.txt', 'a\u0308.txt', 'e%CC%81', '\u202efdp.exe', '\u2215x', '\uff0e\uff0e/x', '%c0%ae%c0%ae/x'],
    ['x~', 'x#y', 'x[1]', 'x{1}', 'x^', 'x|y', 'x<y>', 'x"y', 'x`y'],
  ].flat();

  it.each(HOSTILE)('%j is refused or is an object like any other, in its own folder', async (part) => {
    const folder = `${ann.id}/h${randomUUID()}`;
    for (const path of [`${folder}/${part}`, `${folder}/${encodeURIComponent(part)}`, part]) {
      const sent = fetch(url(world, `/object/desk/${path}`), {
        method: 'POST',
        headers: bearer(ann),
        body: 'x',
      });
      expect([200, 400, 404]).toContain((await sent).status);
    }
    const names = (await world.sql('select name from storage.objects')).map(({ name }) => String(name));
    for (const name of names) {
      expect(name.startsWith(`${ann.id}/`) || name.startsWith(`${bob.id}/`)).toBe(true);
      expect(name).toMatch(/^[\w/!\-.*'()&$@=;:+,? ]+$/);
      expect(name.split('/').some((piece) => ['', '.', '..'].includes(piece))).toBe(false);
    }
    for (const file of await world.files()) expect(file).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('may hold every character that the service allows, and find their object again', async () => {
    const path = `${ann.id}/_!-.*'()&$@=;:+, x.txt`;
    await put(world, ann, path, 'odd');
    expect(await (await desk(world, ann).download(path)).data?.text()).toBe('odd');
    const { data } = await desk(world, ann).createSignedUrl(path, 60);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('odd');
    expect((await desk(world, ann).remove([path])).data).toHaveLength(1);
  });
});
