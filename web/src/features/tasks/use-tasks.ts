import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CompletedView, queryKeys } from '#web/lib/query-keys.ts';
import { type PendingList, releaseCompleted } from '#web/lib/task-cache.ts';
import { readCompleted, readPending } from './read-tasks.ts';

/** How long a completed task stays where it was, struck through, before it leaves. */
const LEAVES_AFTER_MS = 600;

/** The pending tasks. The first page shows as soon as it is there; what is left is read behind it. */
export function usePending() {
  const client = useQueryClient();
  const known = () => client.getQueryData<PendingList>(queryKeys.pending)?.rows.length ?? 0;
  const query = useQuery({ queryKey: queryKeys.pending, queryFn: () => readPending(known()) });
  const rest = useQuery({
    queryKey: ['pending_rest', query.data?.rows.length],
    queryFn: () => readRest(query.data),
    enabled: query.data?.hasMore === true && !query.isFetching,
    meta: { volatile: true },
  });
  const more = rest.data;
  useEffect(() => {
    if (more === undefined) return;
    client.setQueryData<PendingList>(queryKeys.pending, (list) => list && append(list, more));
  }, [client, more]);
  useLeaving(query.data);
  return query;
}

function readRest(list: PendingList | undefined): Promise<PendingList> {
  return readPending(0, list?.rows.at(-1));
}

function append(list: PendingList, more: PendingList): PendingList {
  const ids = new Set(list.rows.map(({ id }) => id));
  return { rows: [...list.rows, ...more.rows.filter(({ id }) => !ids.has(id))], hasMore: more.hasMore };
}

/** A page of completed tasks. While the next page is read, the present one stays. */
export function useCompleted(view: CompletedView) {
  return useQuery({
    queryKey: queryKeys.completed(view),
    queryFn: () => readCompleted(view),
    placeholderData: keepPreviousData,
  });
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
