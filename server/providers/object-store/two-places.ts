import type { ListedObject, ObjectStore } from './object-store.ts';

/**
 * Files in two places, while they are moved from `other` to `main`: new ones are written to `main`, and each is read
 * where it is.
 */
export function inTwoPlaces(main: ObjectStore, other: ObjectStore): ObjectStore {
  return {
    put: (key, body, options) => main.put(key, body, options),
    // The third look: it may have been moved between the first and the second.
    get: async (key, range) =>
      (await main.get(key, range)) ?? (await other.get(key, range)) ?? (await main.get(key, range)),
    async delete(key) {
      // In this order, so that whoever is moving it finds that it's gone: move-objects.ts.
      await other.delete(key);
      await main.delete(key);
    },
    has: async (key) => (await main.has(key)) || (await other.has(key)) || (await main.has(key)),
    list: () => merged(main.list(), other.list()),
    async removeUnfinished() {
      await main.removeUnfinished();
      await other.removeUnfinished();
    },
  };
}

/** In the order of keys; an object that is in both places comes once. */
async function* merged(
  first: AsyncIterable<ListedObject>,
  second: AsyncIterable<ListedObject>,
): AsyncGenerator<ListedObject> {
  const [left, right] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()];
  let [a, b] = [await left.next(), await right.next()];
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && a.value.key <= b.value.key)) {
      if (a.done === true) return;
      if (b.done !== true && a.value.key === b.value.key) b = await right.next();
      yield a.value;
      a = await left.next();
    } else {
      yield b.value;
      b = await right.next();
    }
  }
}
