import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import {
  type DehydratedState,
  defaultShouldDehydrateQuery,
  dehydrate,
  type QueryClient,
} from '@tanstack/react-query';
import type { PersistedClient, PersistQueryClientOptions } from '@tanstack/react-query-persist-client';
import { createStore, del, entries, keys, set, type UseStore } from 'idb-keyval';
import * as z from 'zod/mini';
import { isLive } from '#domain/rows/run-row.ts';
import { isList } from '../live/share-tasks.ts';
import type { ListedTask } from '../live/task-cache.ts';
import { logProblem } from '../log.ts';
import { newId } from '../new-id.ts';
import { KEPT_MS } from '../server/query-client.ts';

/** Increment when the stored shape changes, so that older copies are dropped, not misread. */
const FORMAT = '5';

/** Each tab writes its own copy: with a shared key, a tab without unsent changes would overwrite another's. */
const TAB = newId();
const keyOf = (userId: string): string => `${userId}/${TAB}`;

/**
 * Users whose copy must not be written: those who signed out here, since a pending write could restore it, and
 * those whose copy couldn't be read in time.
 */
const closed = new Set<string>();

/** IndexedDB can hang. Don't wait longer for lists that the server has too. */
const READ_LIMIT_MS = 2000;

/** Unsent changes of users whose session ended, in case the device stores nothing. */
const unsent = new Map<string, string>();

/**
 * Persists a user's query cache in IndexedDB: lists to show at the next start, and unsent changes. Removes
 * copies of other users.
 */
export function openDeviceCopy(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  closed.delete(userId);
  for (const other of unsent.keys()) if (other !== userId) unsent.delete(other);
  void attempt('tidied', () => removeOthers(userId));
  holdTabLock();
  return {
    persister: createAsyncStoragePersister({
      key: keyOf(userId),
      throttleTime: 1000,
      serialize: (copy) => JSON.stringify({ ...copy, clientState: shorten(copy.clientState) }),
      storage: {
        getItem: async (key) => {
          const waiting = unsent.get(userId);
          if (waiting !== undefined) return waiting;
          const read = await inTime(takeOver(userId, key));
          if (read !== 'too late') return read;
          // It may hold unsent changes: leave them for the next start and don't overwrite them.
          closed.add(userId);
          logProblem('the copy on this device does not answer', null);
          return null;
        },
        setItem: (key, value) =>
          closed.has(userId) ? Promise.resolve() : attempt('written', () => set(key, value, store())),
        removeItem: (key) => attempt('removed', () => del(key, store())),
      },
    }),
    maxAge: KEPT_MS,
    buster: FORMAT,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.meta?.volatile !== true && defaultShouldDehydrateQuery(query),
    },
  };
}

/** Takes over the latest lists of any tab, and the unsent changes of closed tabs. */
async function takeOver(userId: string, key: string): Promise<string | null> {
  const kept = (await readKept()).filter((one) => one.key.startsWith(`${userId}/`));
  const latest = kept.toSorted((a, b) => b.copy.timestamp - a.copy.timestamp);
  const shown = latest.find(({ copy }) => copy.clientState.queries.length > 0) ?? latest[0];
  if (shown === undefined) return null;
  const left = kept.filter(({ isLeft }) => isLeft);
  const mutations = left.flatMap(({ copy }) => copy.clientState.mutations).toSorted(bySubmission);
  const { queries } = shown.copy.clientState;
  const own = JSON.stringify({ ...shown.copy, clientState: { queries, mutations } });
  await set(key, own, store());
  await Promise.all(left.filter((one) => one.key !== key).map((one) => del(one.key, store())));
  return own;
}

type Change = DehydratedState['mutations'][number];
const bySubmission = (a: Change, b: Change): number => a.state.submittedAt - b.state.submittedAt;

/** Cap of stored rows: the whole copy is rewritten with every change. */
const ROWS_KEPT = 500;

function shorten(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => {
    const { data } = query.state;
    if (!isList(data)) return query;
    const rows = data.rows.slice(0, ROWS_KEPT).map(asRemembered);
    // What is loaded of a long list can't be told from a part of it.
    const rest = data.rows.length > ROWS_KEPT && { hasMore: true, window: undefined };
    return { ...query, state: { ...query.state, data: { ...data, rows, ...rest } } };
  });
  return { ...state, queries };
}

const asRemembered = (task: ListedTask): ListedTask =>
  task.run && isLive(task.run) ? { ...task, remembered: true } : task;

/**
 * After a session ended: removes the lists from this device, and keeps unsent changes until the same user signs
 * in again.
 */
export async function keepUnsent(userId: string, client: QueryClient): Promise<void> {
  closed.add(userId);
  const { mutations } = dehydrate(client, {
    shouldDehydrateQuery: () => false,
    shouldDehydrateMutation: ({ state }) => state.status === 'pending',
  });
  if (mutations.length === 0) {
    unsent.delete(userId);
    return attempt('removed', () => del(keyOf(userId), store()));
  }
  const waiting = mutations.map((one) => ({ ...one, state: { ...one.state, isPaused: true } }));
  const copy = withoutLists({ buster: FORMAT, timestamp: Date.now() }, waiting);
  unsent.set(userId, copy);
  await attempt('written', () => set(keyOf(userId), copy, store()));
}

/** Does the same for closed tabs, and for this one if it shows no list. Other tabs clean up themselves. */
export function forgetLists(): Promise<void> {
  return attempt('removed', async () => {
    const kept = (await readKept()).filter(({ key, isLeft }) => isLeft && !isKeptAlready(key));
    await Promise.all(
      kept.map(({ key, copy }) => {
        const { mutations } = copy.clientState;
        return mutations.length === 0 ? del(key, store()) : set(key, withoutLists(copy, mutations), store());
      }),
    );
  });
}

/** True if keepUnsent(), which knows this tab's changes better than the store, has handled it. */
function isKeptAlready(key: string): boolean {
  return [...closed].some((userId) => key === keyOf(userId));
}

const withoutLists = (
  { buster, timestamp }: Pick<PersistedClient, 'buster' | 'timestamp'>,
  mutations: readonly Change[],
): string => JSON.stringify({ buster, timestamp, clientState: { queries: [], mutations } });

/** Written by this module alone; other formats are dropped. */
const persisted = z.object({
  buster: z.literal(FORMAT),
  timestamp: z.number(),
  clientState: z.object({
    queries: z.array(z.custom<DehydratedState['queries'][number]>()),
    mutations: z.array(z.custom<Change>()),
  }),
});

interface Kept {
  readonly key: string;
  readonly copy: PersistedClient;
  /** Left by a closed tab, or written by this one. */
  readonly isLeft: boolean;
}

async function readKept(): Promise<Kept[]> {
  const alive = await tabsAlive();
  const found = await entries<string, string>(store());
  return found.flatMap(([key, value]) => {
    const copy = persisted.safeParse(JSON.parse(value)).data;
    const tab = key.slice(key.indexOf('/') + 1);
    return copy ? [{ key, copy, isLeft: tab === TAB || !alive.has(tab) }] : [];
  });
}

/**
 * A tab holds this lock as long as it lives. Insecure contexts have no locks, so all other tabs count as
 * closed.
 */
const LOCK = 'errand/';

function holdTabLock(): void {
  if (!('locks' in navigator)) return;
  void attempt('guarded', () =>
    navigator.locks.request(
      LOCK + TAB,
      { ifAvailable: true },
      (lock) => lock && new Promise(() => undefined),
    ),
  );
}

async function tabsAlive(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}

async function removeOthers(userId: string): Promise<void> {
  const others = (await keys<string>(store())).filter((key) => !key.startsWith(`${userId}/`));
  await Promise.all(others.map((key) => del(key, store())));
}

/** Failures are only logged: without a copy (full disk, private window) the app just starts more slowly. */
async function attempt(what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    logProblem(`the copy on this device could not be ${what}`, error);
  }
}

async function inTime<Value>(act: Promise<Value>): Promise<Value | 'too late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<'too late'>((resolve) => {
    timer = setTimeout(() => resolve('too late'), READ_LIMIT_MS);
  });
  try {
    return await Promise.race([act, end]);
  } finally {
    clearTimeout(timer);
  }
}

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('errand', 'queries');
  return opened;
}
