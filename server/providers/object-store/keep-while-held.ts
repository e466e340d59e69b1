import { type ObjectStore, ObjectsHeldError } from './object-store.ts';

/** Deletes nothing while `isHeld`: the rows that a backup has copied name these files. Whoever deletes tries again later. */
export function keepWhileHeld(store: ObjectStore, isHeld: () => boolean): ObjectStore {
  return {
    ...store,
    async delete(key) {
      if (isHeld()) throw new ObjectsHeldError();
      await store.delete(key);
    },
  };
}
