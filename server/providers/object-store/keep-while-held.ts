import { type ObjectStore, ObjectsHeldError } from './object-store.ts';

/** Begins a deletion and returns how to end it; null while a backup is made. */
export type MayDelete = () => Promise<(() => Promise<void>) | null>;

/** Rejects deletions during a backup, because rows that it has copied refer to these files. Callers retry later. */
export function keepWhileHeld(store: ObjectStore, mayDelete: MayDelete): ObjectStore {
  return {
    ...store,
    async delete(key) {
      const end = await mayDelete();
      if (end === null) throw new ObjectsHeldError();
      try {
        await store.delete(key);
      } finally {
        await end();
      }
    },
  };
}
