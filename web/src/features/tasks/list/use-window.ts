import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ShownGroup } from '#domain/days.ts';
import type { TaskCategory } from '#domain/task.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { type Bucket, countKey, type Ends, type Scope, scopeKey } from '#web/lib/live/list-window.ts';
import type { ListedTask, PendingList } from '#web/lib/live/task-cache.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';

/** What a list shows of a long one. */
export interface LongList {
  /** Undefined until its first tasks have loaded. */
  readonly ends: Ends;
  readonly outside: readonly Bucket[];
  readonly isLoaded: boolean;
  /** Loads the tasks after the last one of a group. */
  readonly loadMore: (group: ShownGroup) => Promise<void>;
  readonly readGroup: (group: ShownGroup) => Promise<readonly ListedTask[]>;
}

const load = () => import('./read-window.ts');

/** Loads what a scope shows of a long list; undefined if the list is loaded whole. */
export function useWindow(
  list: PendingList | undefined,
  category: TaskCategory | 'all',
  project_id?: string,
): LongList | undefined {
  const client = useQueryClient();
  const { today } = useDays();
  const window = list?.window;
  const scope: Scope = {
    ...(category !== 'all' && { category }),
    ...(project_id !== undefined && { project_id }),
  };
  const key = scopeKey(scope);
  const put = (change: (list: PendingList) => PendingList) =>
    client.setQueryData<PendingList>(queryKeys.pending, (now) => now && change(now));

  useQuery({
    queryKey: ['pending_scope', key],
    queryFn: async () => {
      const { readScope } = await load();
      put(await readScope(scope));
      return null;
    },
    enabled: window !== undefined && window.ends[key] === undefined,
    gcTime: 0,
    staleTime: 0,
    meta: { volatile: true },
  });
  const isOfToday = window === undefined || window.today === today;
  useEffect(() => {
    if (!isOfToday) void client.invalidateQueries({ queryKey: queryKeys.pending });
  }, [client, isOfToday]);

  if (window === undefined) return undefined;
  const ends = window.ends[key];
  const outside = window.outside[countKey(scope)];
  return {
    // Complete up to the same task, if not more.
    ends: ends ?? window.ends['all'] ?? {},
    outside: outside ?? [],
    isLoaded: ends !== undefined && outside !== undefined,
    loadMore: async (group) => {
      const end = ends?.[group];
      if (!end) return;
      const { readGroupAfter } = await load();
      put(await readGroupAfter(scope, group, end));
    },
    readGroup: async (group) => (await load()).readGroup(scope, group),
  };
}
