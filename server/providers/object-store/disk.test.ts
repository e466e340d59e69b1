import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskFullError } from '#server/lib/disk-space.ts';
import { createDiskStore } from './disk.ts';
import { objectStoreContract, replacementContract } from './object-store-contract.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-disk-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

objectStoreContract('the disk store', () => createDiskStore({ folder }));
replacementContract('the disk store', () => createDiskStore({ folder }));

it('leaves no files in its folder for incomplete ones', async () => {
  const own = join(folder, 'own');
  const store = await createDiskStore({ folder: own });
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('cut')) });
  await expect(store.put('ab/cut', broken, { maxBytes: 10 })).rejects.toThrow('cut');
  const tooLarge = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(9)),
  });
  await expect(store.put('ab/large', tooLarge, { maxBytes: 10 })).rejects.toThrow('larger than 10 bytes');
  expect(await readdir(join(own, 'incoming'))).toEqual([]);
});

it('stops in the middle of a file if the disk has no space left for files, and leaves nothing of it', async () => {
  const own = join(folder, 'full');
  let looks = 0;
  const assertRoom = async () => {
    looks += 1;
    if (looks > 2) throw new DiskFullError('full');
  };
  const store = await createDiskStore({ folder: own, assertRoom });
  await store.put('ab/small', ReadableStream.from([new Uint8Array(9)]), { maxBytes: 10 });
  const large = ReadableStream.from(Array.from({ length: 40 }, () => new Uint8Array(100_000)));
  await expect(store.put('ab/large', large, { maxBytes: 10_000_000 })).rejects.toBeInstanceOf(DiskFullError);
  expect(await store.get('ab/large')).toBeNull();
  expect(await readdir(join(own, 'incoming'))).toEqual([]);
});

it('removes at its start what a killed process left incomplete, but not files being written', async () => {
  const own = join(folder, 'restarted');
  await mkdir(join(own, 'incoming'), { recursive: true });
  await writeFile(join(own, 'incoming', 'old'), 'half a file');
  await writeFile(join(own, 'incoming', 'new'), 'half a file');
  await utimes(join(own, 'incoming', 'old'), new Date(0), new Date(0));
  await createDiskStore({ folder: own });
  expect(await readdir(join(own, 'incoming'))).toEqual(['new']);
});
