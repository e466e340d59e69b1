import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { shareTasks } from '../live/share-tasks.ts';
import { queryKeys } from './query-keys.ts';
import { isRefusal } from './refusal.ts';
import { waitForServer } from './wait-for-server.ts';

/** How long a device shows its copy without having reached the server. setTimeout holds 24 days at most. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Of one change, while the server says that it is well. */
const MOST_FAILURES = 5;

/** Changes carry their own ids, so a repeat does no harm. A refusal is an answer and final. */
function sendAgain(failures: number, error: Error): boolean {
  if (isRefusal(error) || failures >= MOST_FAILURES) return false;
  waitForServer();
  return true;
}

const retired = new WeakSet<QueryClient>();

/** Its user has signed out: what it still wanted to send must not go out under the next one's name. */
export function retire(client: QueryClient): void {
  retired.add(client);
}

export function isRetired(client: QueryClient): boolean {
  return retired.has(client);
}

let isToldAtOnce = false;

// The library's own way is a timer, so that what an answer changes step by step is drawn once.
notifyManager.setScheduler((tell) => void (isToldAtOnce ? queueMicrotask(tell) : setTimeout(tell)));

/**
 * For what a person does: what it changes is told before the browser paints, so that the row of a new task stands there
 * in the same frame as the line that is empty again, not one or two later.
 */
export function tellAtOnce(act: () => void): void {
  isToldAtOnce = true;
  try {
    act();
  } finally {
    isToldAtOnce = false;
  }
}

/** The memory of one signed-in user: what the server said, and what is still to be sent to it. */
export function createQueryClient(): QueryClient {
  // The library believes to be online until an event says otherwise, so a start without a network would fail
  // the first changes instead of keeping them.
  onlineManager.setOnline(navigator.onLine !== false);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        // Live updates keep the lists right; reading them again on every mount would be for nothing.
        staleTime: 30_000,
        // supabase-js repeats reads itself, up to 3 times.
        retry: false,
      },
      mutations: {
        gcTime: KEPT_MS,
        retry: sendAgain,
      },
    },
  });
  client.setQueryDefaults(queryKeys.tasks, { structuralSharing: shareTasks });
  return client;
}
