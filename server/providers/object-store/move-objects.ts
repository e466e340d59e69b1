import { eachAtOnce } from '#server/lib/at-once.ts';
import type { ListedObject, ObjectStore } from './object-store.ts';

export interface Moved {
  readonly moved: number;
  readonly bytes: number;
  /** False if it stopped before the end. */
  readonly isDone: boolean;
}

export interface MoveOptions {
  /** Milliseconds after which no other object is begun. */
  readonly limit?: number;
}

const AT_ONCE = 4;

/**
 * Moves all objects to another place while both are in use (two-places.ts). An object is removed from the old place only
 * when the new one has confirmed all of it, so that it can be stopped, killed and repeated at any time. Throws as the
 * stores do, also ObjectsHeldError.
 */
export async function moveObjects(
  from: ObjectStore,
  to: ObjectStore,
  { limit = Number.POSITIVE_INFINITY }: MoveOptions = {},
): Promise<Moved> {
  const end = performance.now() + limit;
  let [moved, bytes, isDone] = [0, 0, true];
  async function* listInTime(): AsyncGenerator<ListedObject> {
    for await (const object of from.list()) {
      if (performance.now() > end) {
        isDone = false;
        return;
      }
      yield object;
    }
  }
  await eachAtOnce(listInTime(), AT_ONCE, async (object) => {
    if (!(await moveOne(from, to, object))) return;
    moved += 1;
    bytes += object.size;
  });
  return { moved, bytes, isDone };
}

/** False if it was deleted in the meantime. */
async function moveOne(from: ObjectStore, to: ObjectStore, { key, size }: ListedObject): Promise<boolean> {
  const body = await from.get(key);
  if (body === null) return false;
  const stored = await to.put(key, body, { maxBytes: size });
  if (stored.size !== size) throw new Error(`${key} has ${stored.size} bytes instead of ${size}`);
  // Whoever deletes it begins with the old place. If it's gone there, the new place was asked before it had the object.
  if (!(await from.has(key))) {
    await to.delete(key);
    return false;
  }
  await from.delete(key);
  return true;
}
