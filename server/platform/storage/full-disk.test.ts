import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISK_IS_FULL, DiskFullError } from '#server/lib/disk-space.ts';
import { createDiskStore } from '#server/providers/object-store/disk.ts';
import { type StorageWorld, storageWorld } from '#tests/worlds/storage-world.ts';

let folder: string;
let world: StorageWorld;
let isFull = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-full-'));
  const filling = await createDiskStore({
    folder,
    assertRoom: async () => {
      if (isFull) throw new DiskFullError(DISK_IS_FULL);
    },
  });
  world = await storageWorld({}, () => filling);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

it('an upload to a full disk is answered, however large the file, and the next one is accepted', async () => {
  const { id, token } = await world.person();
  const headers = { authorization: `Bearer ${token}`, apikey: world.anonKey };
  const bucket = new StorageClient(`${world.url}/storage/v1`, headers).from('task-attachments');
  const upload = (name: string, bytes: number) =>
    bucket.upload(`${id}/${name.padStart(30, 'x')}`, new Blob(['a'.repeat(bytes)], { type: 'text/plain' }));
  isFull = true;
  for (const bytes of [10, 3_000_000, 9_000_000]) {
    const { error } = await upload(`full-${bytes}.txt`, bytes);
    expect(error).toMatchObject({ message: DISK_IS_FULL, status: 507, statusCode: '507' });
  }
  isFull = false;
  expect((await upload('after.txt', 3_000_000)).error).toBeNull();
});
