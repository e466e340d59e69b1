import { type ObjectStore, ObjectsHeldError } from './object-store.ts';

/** Rejects deletions while `isHeld`, because rows copied by a backup refer to these files. Callers retry later. */
export function keepWhileHeld(store: ObjectStore, isHeld: () => boolean): ObjectStore {
  return {
    ...store,
    async delete(key) {
      if (isHeld()) throw new ObjectsHeldError();
      await store.delete(key);
    },
  };
}
