import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { useLiveStatus } from '../live/live-status.ts';
import { shareTasks } from '../live/share-tasks.ts';
import { queryKeys } from './query-keys.ts';
import { isRefusal } from './refusal.ts';
import { waitForServer } from './wait-for-server.ts';

/** Maximum age of a device's copy without contact to the server. setTimeout is limited to 24 days. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Age at which what no update can change is read again when it's shown. */
const STALE_MS = 30_000;

/** Retries of one change while the server's health check passes. */
const MOST_FAILURES = 5;

/** Changes carry their own ids, so a retry is idempotent. A refusal is final. */
function sendAgain(failures: number, error: Error): boolean {
  if (isRefusal(error) || failures >= MOST_FAILURES) return false;
  waitForServer();
  return true;
}

const retired = new WeakSet<QueryClient>();

/** Marks a client whose user signed out: its pending changes must not be sent with the next user's token. */
export function retire(client: QueryClient): void {
  retired.add(client);
}

export function isRetired(client: QueryClient): boolean {
  return retired.has(client);
}

let isToldAtOnce = false;

// By default the library batches with a timer, so that the steps of a response render once.
notifyManager.setScheduler((tell) => void (isToldAtOnce ? queueMicrotask(tell) : setTimeout(tell)));

/**
 * Flushes the act's updates before the next paint, so that a new task's row appears in the same frame in which
 * the input is cleared.
 */
export function tellAtOnce(act: () => void): void {
  isToldAtOnce = true;
  try {
    act();
  } finally {
    isToldAtOnce = false;
  }
}

/** Query cache of a signed-in user, with their unsent changes. */
export function createQueryClient(): QueryClient {
  // The library assumes to be online until an event says otherwise, so without this a start offline would fail
  // the first changes instead of keeping them.
  onlineManager.setOnline(navigator.onLine !== false);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        staleTime: STALE_MS,
        // supabase-js itself retries reads up to 3 times.
        retry: false,
      },
      mutations: {
        gcTime: KEPT_MS,
        retry: sendAgain,
      },
    },
  });
  for (const key of [queryKeys.tasks, queryKeys.projects, queryKeys.userSettings])
    client.setQueryDefaults(key, KEPT_CURRENT);
  client.setQueryDefaults(queryKeys.tasks, { structuralSharing: shareTasks });
  return client;
}

/** Live updates keep these current, and what was missed meanwhile is caught up with. */
const KEPT_CURRENT = {
  staleTime: () => (useLiveStatus.getState().isJoined ? Number.POSITIVE_INFINITY : STALE_MS),
  refetchOnWindowFocus: () => !useLiveStatus.getState().isJoined,
  refetchOnReconnect: () => !useLiveStatus.getState().wasJoined,
};
