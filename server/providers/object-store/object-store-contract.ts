import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { describe, expect, it } from 'vitest';
import { type ListedObject, type ObjectStore, ObjectTooLargeError } from './object-store.ts';

const LIMIT = { maxBytes: 1_000_000 };

/** Contract tests for all object stores. `make` creates one that is ready for use. */
export function objectStoreContract(name: string, make: () => Promise<ObjectStore>): void {
  describe(`${name} keeps the contract of an object store`, () => {
    it('returns what was put, whole or in part, with its size and MD5', async () => {
      const store = await make();
      const [key, bytes] = [newKey(), randomBytes(300_000)];
      const put = await store.put(key, inChunks(bytes, 7_777), LIMIT);
      expect(put).toEqual({ size: 300_000, md5: createHash('md5').update(bytes).digest('hex') });
      expect(await read(store, key)).toEqual(bytes);
      expect(await read(store, key, { start: 10, end: 19 })).toEqual(bytes.subarray(10, 20));
      expect(await read(store, key, { start: 299_999, end: 299_999 })).toEqual(bytes.subarray(299_999));
    });

    it('keeps an empty object', async () => {
      const store = await make();
      const key = newKey();
      expect(await store.put(key, inChunks(Buffer.alloc(0), 1), LIMIT)).toMatchObject({ size: 0 });
      expect(await read(store, key)).toEqual(Buffer.alloc(0));
    });

    it('returns null for a missing object, and deletes idempotently', async () => {
      const store = await make();
      const key = newKey();
      expect(await store.get(key)).toBeNull();
      await store.put(key, inChunks(Buffer.from('x'), 1), LIMIT);
      await store.delete(key);
      await store.delete(key);
      expect(await store.get(key)).toBeNull();
    });

    it('accepts exactly the limit and refuses one byte more, reading no further', async () => {
      const store = await make();
      const key = newKey();
      await store.put(key, inChunks(Buffer.alloc(1_000), 100), { maxBytes: 1_000 });
      const endless = newKey();
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 100;
          controller.enqueue(new Uint8Array(100));
        },
      });
      await expect(store.put(endless, body, { maxBytes: 999 })).rejects.toBeInstanceOf(ObjectTooLargeError);
      expect(sent).toBeLessThan(2_000);
      expect(await store.get(endless)).toBeNull();
    });

    it('keeps the old object if writing the new one fails', async () => {
      const store = await make();
      const key = newKey();
      await store.put(key, inChunks(Buffer.from('old'), 3), LIMIT);
      const broken = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(10));
          controller.error(new Error('the sender hung up'));
        },
      });
      await expect(store.put(key, broken, LIMIT)).rejects.toThrow('the sender hung up');
      const stopped = AbortSignal.abort(new Error('stopped'));
      await expect(
        store.put(key, inChunks(Buffer.from('new'), 1), { ...LIMIT, signal: stopped }),
      ).rejects.toThrow('stopped');
      expect(await read(store, key)).toEqual(Buffer.from('old'));
    });

    it('knows what it has, and lists it in the order of its keys', async () => {
      const store = await make();
      const stored = Array.from({ length: 20 }, () => randomUUID()).map((id) => `${id.slice(0, 2)}/${id}`);
      const before = Date.now();
      for (const key of stored) await store.put(key, inChunks(Buffer.from(key), 4), LIMIT);
      expect(await store.has(stored[0] ?? '')).toBe(true);
      expect(await store.has(newKey())).toBe(false);
      const listed: ListedObject[] = [];
      for await (const object of store.list()) if (stored.includes(object.key)) listed.push(object);
      const inOrder = stored.toSorted();
      expect(listed.map(({ key }) => key)).toEqual(inOrder);
      expect(listed.map(({ size }) => size)).toEqual(inOrder.map(({ length }) => length));
      // Stores tell whole seconds.
      for (const { modified } of listed) expect(modified.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    });

    it.each(['', '../outside', 'a/../b', '/a', 'a//b', 'a/', 'a.b', 'a\\b', 'ä', 'a\0'])(
      'refuses the invalid key %j',
      async (key) => {
        const store = await make();
        await expect(store.put(key, inChunks(Buffer.from('x'), 1), LIMIT)).rejects.toThrow('object key');
        await expect(store.get(key)).rejects.toThrow('object key');
        await expect(store.delete(key)).rejects.toThrow('object key');
        await expect(store.has(key)).rejects.toThrow('object key');
      },
    );
  });
}

/** For stores that replace an object at once. Errand never does: each version has its own key. */
export function replacementContract(name: string, make: () => Promise<ObjectStore>): void {
  describe(`${name} replaces objects at once`, () => {
    it('shows readers the old object or the new one, never a mixture', async () => {
      const store = await make();
      const key = newKey();
      const versions = [Buffer.alloc(200_000, 'a'), Buffer.alloc(100_000, 'b')];
      await store.put(key, inChunks(Buffer.alloc(200_000, 'a'), 9_000), LIMIT);
      const writing = (async () => {
        for (let round = 0; round < 20; round += 1) {
          await store.put(key, inChunks(versions[round % 2] ?? Buffer.alloc(0), 9_000), LIMIT);
        }
      })();
      for (let round = 0; round < 40; round += 1) {
        const bytes = await read(store, key);
        expect(versions.some((version) => bytes !== null && version.equals(bytes))).toBe(true);
      }
      await writing;
    });
  });
}

const newKey = (): string => `ab/${randomUUID()}`;

function inChunks(bytes: Buffer, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
      at += size;
    },
  });
}

async function read(
  store: ObjectStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | null> {
  const body = await store.get(key, range);
  return body && (await buffer(body));
}
