import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import { moveObjects } from './move-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { objectStoreContract } from './object-store-contract.ts';
import { inTwoPlaces } from './two-places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-moved-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (): Promise<ObjectStore> => createDiskStore({ folder: join(folder, randomUUID()) });
const put = (store: ObjectStore, key: string, bytes: Uint8Array) =>
  store.put(key, ReadableStream.from([bytes]), { maxBytes: 1_000_000 });
async function read(store: ObjectStore, key: string): Promise<Buffer | null> {
  const body = await store.get(key);
  return body && (await buffer(body));
}
async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}

/** Objects in a store, by key. */
async function fill(store: ObjectStore, count: number): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>();
  for (let n = 0; n < count; n += 1) {
    const key = `${(n % 7) + 10}/${randomUUID()}`;
    const bytes = randomBytes(1_000 + n);
    await put(store, key, new Uint8Array(bytes));
    made.set(key, bytes);
  }
  return made;
}

objectStoreContract('a store in two places', async () => inTwoPlaces(await open(), await open()));

it('moves everything, as it was, and a second time nothing', async () => {
  const [from, to] = [await open(), await open()];
  const objects = await fill(from, 40);
  const bytes = [...objects.values()].reduce((sum, { length }) => sum + length, 0);
  expect(await moveObjects(from, to)).toEqual({ moved: 40, bytes, isDone: true });
  expect(await keysOf(from)).toEqual([]);
  for (const [key, value] of objects) expect((await read(to, key))?.equals(value)).toBe(true);
  expect(await moveObjects(from, to)).toEqual({ moved: 0, bytes: 0, isDone: true });
});

it('stops at its limit, and goes on from there', async () => {
  const [from, to] = [await open(), await open()];
  await fill(from, 10);
  expect(await moveObjects(from, to, { limit: -1 })).toMatchObject({ moved: 0, isDone: false });
  expect(await keysOf(from)).toHaveLength(10);
  expect(await moveObjects(from, to)).toMatchObject({ moved: 10, isDone: true });
});

it('keeps each object readable and listed once at every moment, whoever reads, deletes and uploads', async () => {
  const [from, to] = [await open(), await open()];
  const objects = await fill(from, 60);
  const store = inTwoPlaces(to, from);
  const keys = [...objects.keys()];
  const deleted = new Set<string>();
  let isMoving = true;
  const reading = (async () => {
    for (let n = 0; isMoving; n += 1) {
      const key = keys[n % keys.length] ?? '';
      if (deleted.has(key)) continue;
      const [found, is] = [await read(store, key), objects.get(key)];
      expect(deleted.has(key) || (is && found?.equals(is))).toBe(true);
    }
  })();
  const deleting = (async () => {
    for (const key of keys.filter((_key, n) => n % 3 === 0)) {
      deleted.add(key);
      await store.delete(key);
    }
  })();
  const uploaded = fill(store, 20);
  await moveObjects(from, to);
  isMoving = false;
  await Promise.all([reading, deleting, moveObjects(from, to)]);
  const left = [...keys.filter((key) => !deleted.has(key)), ...(await uploaded).keys()].toSorted();
  expect(await keysOf(to)).toEqual(left);
  expect(await keysOf(from)).toEqual([]);
});

it('brings back no object that is deleted between its copy and its removal', async () => {
  const [from, to] = [await open(), await open()];
  const [key = ''] = (await fill(from, 1)).keys();
  // Before the copy arrives, somebody deletes the object in both places.
  const racing: ObjectStore = {
    ...to,
    async put(...args) {
      await inTwoPlaces(to, from).delete(key);
      return to.put(...args);
    },
  };
  expect(await moveObjects(from, racing)).toMatchObject({ moved: 0 });
  expect(await inTwoPlaces(to, from).has(key)).toBe(false);
});

it('loses nothing when the new place fails in the middle', async () => {
  const [from, to] = [await open(), await open()];
  const objects = await fill(from, 30);
  let puts = 0;
  const failing: ObjectStore = {
    ...to,
    async put(key, body, options) {
      puts += 1;
      if (puts <= 10) return to.put(key, body, options);
      await body.cancel();
      throw new Error('the store is gone');
    },
  };
  await expect(moveObjects(from, failing)).rejects.toThrow('the store is gone');
  for (const [key, value] of objects)
    expect((await read(inTwoPlaces(to, from), key))?.equals(value)).toBe(true);
  expect(await moveObjects(from, to)).toMatchObject({ isDone: true });
  expect((await keysOf(to)).toSorted()).toEqual([...objects.keys()].toSorted());
});

it('lists what is in either place once, in order', async () => {
  const [one, two] = [await open(), await open()];
  const both = [...(await fill(one, 20)).keys(), ...(await fill(two, 20)).keys()];
  const [shared = ''] = both;
  await put(two, shared, new Uint8Array(3));
  expect(await keysOf(inTwoPlaces(one, two))).toEqual(both.toSorted());
});
