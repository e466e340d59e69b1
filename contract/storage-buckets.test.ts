import { randomUUID } from 'node:crypto';
import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, clientOf, desk, fresh, json, openStorage, put, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;

beforeAll(async () => {
  ({ world, ann } = await openStorage());
});
afterAll(() => world.close());

const service = () => clientOf(world, world.serviceRoleKey).storage;

describe('the service key', () => {
  it('makes, changes and lists buckets', async () => {
    const id = `b-${randomUUID()}`;
    const options = { public: true, fileSizeLimit: '20mb', allowedMimeTypes: ['image/*'] };
    expect((await service().createBucket(id, options)).data).toEqual({ name: id });
    const again = await service().createBucket(id);
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect((await service().getBucket(id)).data).toEqual({
      id,
      name: id,
      owner: '',
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const reset = { public: false, fileSizeLimit: null, allowedMimeTypes: null };
    expect((await service().updateBucket(id, reset)).data).toEqual({ message: 'Successfully updated' });
    const { data } = await service().getBucket(id);
    expect(data).toMatchObject({ public: false, file_size_limit: null, allowed_mime_types: null });
    expect((await service().listBuckets({ search: id })).data).toHaveLength(1);
  });

  it('removes a bucket once it is empty', async () => {
    const id = `b-${randomUUID()}`;
    await service().createBucket(id);
    await service().from(id).upload('a/b.txt', 'x');
    const full = await service().deleteBucket(id);
    expect(full.error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    const before = (await world.files()).length;
    expect((await service().emptyBucket(id)).error).toBeNull();
    expect((await world.files()).length).toBe(before - 1);
    expect((await service().deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    const gone = await service().getBucket(id);
    expect(gone.error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' });
  });

  it('is told of bad names and of limits above that of the server', async () => {
    for (const name of ['', 'a/b', ' a', 'ä', '..', 'x'.repeat(101)]) {
      expect((await service().createBucket(name)).error).toMatchObject({ statusCode: '400' });
    }
    // The client sends one for both.
    for (const body of [
      { id: 'plain', name: 'a/b' },
      { id: 'a/b', name: 'plain' },
    ]) {
      const headers = { authorization: `Bearer ${world.serviceRoleKey}`, 'content-type': 'application/json' };
      const url = `${world.url}/storage/v1/bucket`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(await answer.json()).toMatchObject({ statusCode: '400', message: 'Bucket name invalid' });
    }
    const limited = (fileSizeLimit: string) =>
      service().createBucket('odd', { public: false, fileSizeLimit });
    expect((await limited('1gb')).error).toMatchObject({ statusCode: '413' });
    expect((await limited('many')).error?.message).toMatch(/^file_size_limit:/);
  });
});

describe('nobody at all', () => {
  it('is told that a token is missing, as the official service says it', async () => {
    const visitor = new StorageClient(`${world.url}/storage/v1`);
    const refused = { status: 400, statusCode: '403', message: 'Invalid Compact JWS' };
    expect((await visitor.listBuckets()).error).toMatchObject(refused);
    expect((await visitor.from('desk').list()).error).toMatchObject(refused);
    expect((await visitor.from('desk').upload('x', 'x')).error).toMatchObject(refused);
    await expect(visitor.throwOnError().listBuckets()).rejects.toThrow('Invalid Compact JWS');
    const answer = await fetch(url(world, '/bucket'));
    expect(await json(answer)).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });

  it('reads what is public, and finds nothing else', async () => {
    const visitor = new StorageClient(`${world.url}/storage/v1`);
    const path = fresh(ann);
    for (const bucket of ['wall', 'desk']) await put(world, ann, path, 'content', bucket);
    expect(await (await visitor.from('wall').download(path)).data?.text()).toBe('content');
    expect((await visitor.from('wall').info(path)).error).toBeNull();
    expect((await visitor.from('desk').download(path)).error).toMatchObject({ status: 400 });
  });
});

describe('a person whom no policy lets', () => {
  it('sees no bucket and changes none', async () => {
    const anns = clientOf(world, ann).storage;
    expect((await anns.listBuckets()).data).toEqual([]);
    expect((await anns.getBucket('desk')).error).toMatchObject({ statusCode: '404' });
    expect((await anns.createBucket('mine')).error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: expect.stringContaining('row-level security'),
    });
    expect((await anns.updateBucket('desk', { public: true })).error).not.toBeNull();
    const kept = await put(world, ann, fresh(ann));
    expect((await anns.emptyBucket('desk')).error).toMatchObject({ statusCode: '404' });
    expect((await desk(world, ann).exists(kept)).data).toBe(true);
    expect((await anns.deleteBucket('desk')).error).not.toBeNull();
    expect(await world.sql(`select public from storage.buckets where id = 'desk'`)).toEqual([
      { public: false },
    ]);
  });
});

describe('a visitor with the key of the app', () => {
  beforeAll(() =>
    world.script(`
      insert into storage.buckets (id, name) values ('porch', 'porch');
      create policy careless on storage.buckets to anon using (id = 'porch' or owner_id is null) with check (true);
      grant insert, update, delete on storage.objects to anon;
      create policy porch on storage.objects to anon using (bucket_id = 'porch') with check (bucket_id = 'porch')`),
  );
  afterAll(() =>
    world.script(`
      drop policy careless on storage.buckets;
      drop policy porch on storage.objects;
      revoke insert, update, delete on storage.objects from anon`),
  );

  it('manages no bucket, whatever a policy says', async () => {
    const visitors = clientOf(world, world.anonKey).storage;
    expect((await visitors.getBucket('porch')).data).toMatchObject({ id: 'porch', public: false });
    for (const { error } of [
      await visitors.createBucket('mine'),
      await visitors.updateBucket('porch', { public: true }),
      await visitors.deleteBucket('porch'),
    ]) {
      expect(error).toMatchObject({ status: 400, statusCode: '403' });
    }
    expect(await world.sql(`select id, public from storage.buckets where id in ('porch', 'mine')`)).toEqual([
      { id: 'porch', public: false },
    ]);
  });

  it('stores, reads, replaces and removes the files that a policy opens to visitors', async () => {
    const porch = desk(world, world.anonKey, 'porch');
    expect((await porch.upload('note.txt', 'first')).error).toBeNull();
    expect((await porch.update('note.txt', 'second')).error).toBeNull();
    expect(await (await porch.download('note.txt')).data?.text()).toBe('second');
    expect((await porch.remove(['note.txt'])).data).toHaveLength(1);
    expect((await desk(world, world.anonKey).upload('note.txt', 'x')).error).toMatchObject({
      statusCode: '403',
    });
  });
});

describe('what is not supported', () => {
  it('says so instead of answering something else', async () => {
    const versioned = await service().createBucket('versioned', {
      public: false,
      versioningStatus: 'ENABLED',
    });
    expect(versioned.error?.message).toMatch(/^versioning_status:/);
    const analytics = await fetch(url(world, '/bucket'), {
      method: 'POST',
      headers: { authorization: `Bearer ${world.serviceRoleKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'analytics', name: 'analytics', type: 'ANALYTICS' }),
    });
    expect(await json(analytics)).toMatchObject({
      code: 'InvalidRequest',
      message: expect.stringMatching(/^type:/),
    });
    expect((await service().getBucket('analytics')).error).toMatchObject({ statusCode: '404' });
    const encoded = await fetch(url(world, `/object/desk/${fresh(ann)}`), {
      method: 'POST',
      headers: { ...bearer(ann), 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect((await json(encoded))['message']).toBe('An upload with a content encoding is not supported');
    for (const unknown of [
      '/upload/resumable',
      '/s3/desk',
      '/object',
      '/bucket/a/b/c',
      '/cdn/desk/x',
      '/iceberg/v1/config',
      '/iceberg/bucket',
      '/vector/CreateIndex',
    ]) {
      expect((await fetch(url(world, unknown), { method: 'POST', headers: bearer(ann) })).status).toBe(404);
    }
  });
});
