import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListWindow } from '#web/lib/live/list-window.ts';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { type PendingList, releaseCompleted } from '#web/lib/live/task-cache.ts';
import { type CompletedView, queryKeys } from '#web/lib/server/query-keys.ts';
import { joinPages, readCompleted, readPending, readPendingBeside } from './read-tasks.ts';

/** Time that a completed task stays in place, struck through. */
const LEAVES_AFTER_MS = 600;

const REST_AGAIN_MS = 5000;

/** Polling interval; a list is larger than a run, which is polled every five seconds. */
const WITHOUT_NEWS_MS = 20_000;

/** All pending tasks. The first page is shown at once, and the rest loads behind it. */
export function usePending() {
  const client = useQueryClient();
  const pace = usePace();
  const query = useQuery({
    queryKey: queryKeys.pending,
    queryFn: () => readPending(client.getQueryData<PendingList>(queryKeys.pending), readLong),
    // Scaled by size: a list of ten pages is polled a tenth as often.
    refetchInterval: ({ state }) => pace && pace * Math.ceil((1 + (state.data?.rows.length ?? 0)) / 1000),
  });
  const rest = useQuery({
    queryKey: ['pending_rest', query.data?.rows.length],
    queryFn: query.data ? () => readPendingBeside(query.data) : skipToken,
    enabled: query.data?.hasMore === true && !query.data.window && !query.isFetching,
    // An incomplete list must not pass for the whole.
    refetchInterval: ({ state }) => (state.status === 'error' ? REST_AGAIN_MS : false),
    gcTime: 0,
    meta: { volatile: true },
  });
  const more = rest.data;
  useEffect(() => {
    if (more === undefined) return;
    client.setQueryData<PendingList>(queryKeys.pending, (list) => list && joinPages(list, more));
  }, [client, more]);
  useLeaving(query.data);
  useRecount(query.data?.window);
  return query;
}

const readLong = async () => (await import('./read-window.ts')).readWindow();

/** Counts what isn't loaded of a long list again when live updates tell of such a task. */
function useRecount(window: ListWindow | undefined): void {
  const client = useQueryClient();
  useQuery({
    queryKey: queryKeys.pendingCounts,
    queryFn: async () => {
      const { readOutside } = await import('./read-window.ts');
      const change = await readOutside(Object.keys(window?.outside ?? {}));
      client.setQueryData<PendingList>(queryKeys.pending, (list) => list && change(list));
      return Date.now();
    },
    // They came with the list.
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: window !== undefined,
    meta: { volatile: true },
  });
}

/** A page of completed tasks. Keeps the previous page while the next loads. */
export function useCompleted(view: CompletedView) {
  return useQuery({
    queryKey: queryKeys.completed(view),
    queryFn: () => readCompleted(view),
    placeholderData: keepPreviousData,
    refetchInterval: usePace(),
  });
}

/** Polling interval while live updates are down; false while they work. */
function usePace(): number | false {
  const isJoined = useLiveStatus((state) => state.isJoined);
  return isJoined ? false : WITHOUT_NEWS_MS;
}

function useLeaving(list: PendingList | undefined): void {
  const client = useQueryClient();
  const leaving = (list?.rows ?? []).filter((task) => task.is_completed).map(({ id }) => id);
  const ids = leaving.join(' ');
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => releaseCompleted(client, new Set(ids.split(' '))), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, ids]);
}
