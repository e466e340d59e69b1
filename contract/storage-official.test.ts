import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageApiError } from '@supabase/storage-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, desk, fresh, json, openStorage, put, url } from './storage-client.ts';

/** What the official client's own tests expect of a server, as far as no other file here asks for it. */

let world: StorageWorld;
let ann: Person;
let picture: Buffer;
let folder: string;

beforeAll(async () => {
  ({ world, ann } = await openStorage());
  picture = await makePicture({ width: 300, height: 200, format: 'jpeg' });
  folder = await mkdtemp(join(tmpdir(), 'errand-official-'));
  await writeFile(join(folder, 'picture.jpg'), picture);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const service = () => clientOf(world, world.serviceRoleKey).storage;
const stream = () => createReadStream(join(folder, 'picture.jpg'));

async function newBucket(
  options: { fileSizeLimit?: string; allowedMimeTypes?: string[] } = {},
): Promise<string> {
  const id = `bucket-${randomUUID()}`;
  expect((await service().createBucket(id, { public: true, ...options })).error).toBeNull();
  return id;
}

describe('a bucket', () => {
  it('has these keys, times in this form, and no others', async () => {
    const at = '2021-02-17T04:43:32.770Z';
    await world.sql(
      `insert into storage.buckets (id, name, created_at, updated_at) values ('bucket2', 'bucket2', $1, $1)`,
      [at],
    );
    const bucket = {
      id: 'bucket2',
      name: 'bucket2',
      owner: '',
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: at,
      updated_at: at,
    };
    expect((await service().getBucket('bucket2')).data).toEqual(bucket);
    expect((await service().listBuckets({ search: 'bucket2' })).data).toEqual([bucket]);
    const missing = (await service().getBucket('not-exist-id')).error;
    expect(String(missing)).toBe('StorageApiError: Bucket not found');
  });

  it('takes what its limits let in, and names what they do not', async () => {
    const path = 'testpath/file.jpg';
    const to = async (bucket: string, contentType?: string) =>
      (
        await service()
          .from(bucket)
          .upload(path, picture, contentType ? { contentType } : {})
      ).error;
    expect(await to(await newBucket({ fileSizeLimit: '1mb' }))).toBeNull();
    const large = await to(await newBucket({ fileSizeLimit: '1kb' }));
    expect(large).toBeInstanceOf(StorageApiError);
    expect(large).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    });
    const narrow = await newBucket({ allowedMimeTypes: ['image/png'] });
    const refused = { statusCode: '415', message: 'mime type image/jpeg is not supported' };
    expect(await to(narrow, 'image/jpeg')).toMatchObject(refused);
    expect(await to(narrow, 'image/png')).toBeNull();
    await expect(service().from('non-existent').throwOnError().upload(path, picture)).rejects.toThrow(
      'Bucket not found',
    );
  });
});

describe('an object', () => {
  const form = (): FormData => {
    const data = new FormData();
    data.append('', new Blob([new Uint8Array(picture)]), 'file.txt');
    return data;
  };
  it.each<[string, () => Parameters<ReturnType<typeof desk>['upload']>[1]]>([
    ['a form', form],
    ['a Buffer', () => picture],
    ['an ArrayBuffer', () => new Uint8Array(picture).buffer],
    ['a Blob', () => new Blob([new Uint8Array(picture)])],
    ['a stream of Node', stream],
  ])('is uploaded from %s, also by a signed link, and is replaced', async (_what, body) => {
    const files = service().from(await newBucket());
    const path = 'testpath/file.jpg';
    expect((await files.upload(path, body())).data?.path).toBe(path);
    const signed = await files.createSignedUploadUrl('testpath/signed.jpg');
    const { path: at = '', token = '' } = signed.data ?? {};
    expect((await files.uploadToSignedUrl(at, token, body())).data?.path).toBe(at);
    expect((await files.uploadToSignedUrl(at, token, body())).error).toMatchObject({ statusCode: '409' });
    for (const name of [path, at]) {
      const { data } = await files.download(name);
      expect(Buffer.from(await (data ?? new Blob([])).arrayBuffer())).toEqual(picture);
    }
    expect((await files.update(path, 'new')).data?.path).toBe(path);
    expect(await (await files.download(path)).data?.text()).toBe('new');
  });

  it('comes back with the type it was sent with, whole or as a stream', async () => {
    const files = desk(world, ann);
    const path = fresh(ann, 'jpg');
    // Without a type: the client says text/plain.
    await files.upload(path, picture);
    expect((await files.download(path)).data?.type).toBe('text/plain;charset=utf-8');
    const { data } = await files.download(path).asStream();
    const chunks: Uint8Array[] = [];
    for await (const chunk of data ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(picture);
    const stop = new AbortController();
    stop.abort();
    expect((await files.download(path, {}, { signal: stop.signal })).error?.message).toContain('abort');
    await expect(files.throwOnError().download('non-existent-file')).rejects.toThrow('Object not found');
    await expect(files.throwOnError().download('non-existent-file').asStream()).rejects.toThrow();
    await expect(files.throwOnError().info('non-existent')).rejects.toThrow();
    await expect(files.throwOnError().exists('do-not-exists')).rejects.toThrow();
    await expect(files.throwOnError().move('non-existent', '')).rejects.toThrow();
    await expect(files.throwOnError().createSignedUrl('non-existent', 60)).rejects.toThrow();
  });

  it('tells what is known of it, with empty metadata and without a time of change', async () => {
    const path = await put(world, ann, fresh(ann));
    const { data } = await desk(world, ann).info(path);
    expect(data).toMatchObject({ metadata: {}, bucketId: 'desk', size: 7 });
    expect(data).not.toHaveProperty('updatedAt');
  });

  it('is found by a name with the delimiters of addresses in it, at every door', async () => {
    const bucket = await newBucket();
    const files = service().from(bucket);
    const key = 'folder/a?b&c=d e+f.txt';
    // Later versions of the client encode what they put into a path; this one does not yet.
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    const ask = (door: string, init: RequestInit = {}) => {
      const authorization = `Bearer ${world.serviceRoleKey}`;
      return fetch(url(world, `/object/${door}${bucket}/${encoded}`), {
        ...init,
        headers: { authorization },
      });
    };
    expect(await json(await ask('', { method: 'POST', body: 'odd' }))).toMatchObject({
      Key: `${bucket}/${key}`,
    });
    expect((await files.list('folder')).data?.map(({ name }) => name)).toEqual(['a?b&c=d e+f.txt']);
    expect((await ask('', { method: 'HEAD' })).status).toBe(200);
    expect((await json(await ask('info/')))['name']).toBe(key);
    for (const door of ['', 'authenticated/', 'public/']) expect(await (await ask(door)).text()).toBe('odd');
    // Its signed address stands in no encoding, as clients expect it: there the name ends at the question mark.
    const link = await files.createSignedUrl(encoded, 60);
    expect(link.data === null || (await fetch(link.data.signedUrl)).status === 400).toBe(true);
    const spaced = 'folder/a b.txt';
    await files.upload(spaced, 'spaced');
    const opened = (await files.createSignedUrl(spaced, 60)).data?.signedUrl ?? '';
    expect(await (await fetch(opened)).text()).toBe('spaced');
  });
});

describe('a name that leads out of its folder', () => {
  const STEPS = [
    '..',
    '.',
    '../..',
    '%2e%2e',
    '..%2f..',
    '..%5c',
    '%252e%252e',
    '../.',
    '.%2e',
    '....//',
    '..\\',
    '',
  ];
  const ENDS = ['x.png', 'etc/passwd', '%00', 'secret', 'x/../y', '\\windows', '..'];
  const names = STEPS.flatMap((step) => ENDS.map((end) => `${step}/${end}`));

  /** As it stands: `fetch` would tidy the path up first. */
  const get = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const headers = { authorization: `Bearer ${ann.token}` };
      const asked = request({ hostname, port, path: path.replaceAll('\\', '%5c'), headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.once('error', reject);
      asked.end();
    });

  it('opens nothing: not as an object, a picture, a link or what is known of it', async () => {
    const bob = await world.person();
    const secret = `${bob.id}/secret`;
    await put(world, bob, secret);
    const token = (await desk(world, ann).createSignedUrl(await put(world, ann, fresh(ann)), 60)).data
      ?.signedUrl;
    expect(names.length).toBeGreaterThan(80);
    for (const name of [...names, `../${secret}`, `%2e%2e/${secret}`, `..%2f${secret}`]) {
      for (const door of ['object', 'object/authenticated', 'object/info', 'render/image/authenticated']) {
        expect(await get(`/storage/v1/${door}/desk/${ann.id}/${name}`), name).toBeGreaterThanOrEqual(400);
      }
      const signed = `${new URL(token ?? '').pathname}/${name}${new URL(token ?? '').search}`;
      expect(await get(signed), name).toBeGreaterThanOrEqual(400);
    }
  });

  it('is given to nothing, by moving, copying or signing', async () => {
    const path = await put(world, ann, fresh(ann));
    const files = desk(world, ann);
    for (const name of names.map((end) => `${ann.id}/${end}`)) {
      const outcomes = [await files.copy(path, name), await files.move(path, name)];
      for (const { error } of outcomes) expect(error, name).toMatchObject({ status: 400 });
      expect((await files.createSignedUrl(name, 60)).error, name).not.toBeNull();
    }
    const answer = await fetch(url(world, '/object/list-v2/desk'), {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: `${ann.id}/../` }),
    });
    expect(await json(answer)).toMatchObject({ objects: [], folders: [] });
  });
});
