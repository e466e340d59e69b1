import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { defaultShouldDehydrateQuery } from '@tanstack/react-query';
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client';
import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import { logProblem } from './log.ts';
import { KEPT_MS } from './query-client.ts';

/** Raise it when what is kept changes its shape: an older copy on a device is then dropped, not misread. */
const FORMAT = '1';

/** Users who signed out here: a write that was still under way must not bring their copy back. */
const forgotten = new Set<string>();

/**
 * What a device keeps of one user's memory, in IndexedDB under the user's id: lists to show at once at the next
 * start, and changes that have not reached the server. Copies of other users are removed.
 */
export function openDeviceCopy(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  forgotten.delete(userId);
  void attempt('tidied', removeOthers(userId));
  return {
    persister: createAsyncStoragePersister({
      key: userId,
      throttleTime: 1000,
      storage: {
        getItem: async (key) => (await get<string>(key, store())) ?? null,
        setItem: (key, value) =>
          forgotten.has(key) ? Promise.resolve() : attempt('written', set(key, value, store())),
        removeItem: (key) => attempt('removed', del(key, store())),
      },
    }),
    maxAge: KEPT_MS,
    buster: FORMAT,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.meta?.volatile !== true && defaultShouldDehydrateQuery(query),
    },
  };
}

/** Removes what this device keeps of a user. */
export async function forgetPersisted(userId: string): Promise<void> {
  forgotten.add(userId);
  await attempt('removed', del(userId, store()));
}

async function removeOthers(userId: string): Promise<void> {
  const others = (await keys(store())).filter((key) => key !== userId);
  await Promise.all(others.map((key) => del(key, store())));
}

/** Without its copy a device works as well, only slower to start: a full disk or a private window is no failure. */
function attempt(what: string, act: Promise<unknown>): Promise<void> {
  return act.then(
    () => undefined,
    (error: unknown) => logProblem(`the copy on this device could not be ${what}`, error),
  );
}

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('errand', 'queries');
  return opened;
}
