import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PendingList } from '#web/lib/live/task-cache.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { applyChanges } from '../change/task-change.ts';
import { useUnconfirmed } from '../change/use-task-changes.ts';
import { countTasks } from './group-tasks.ts';

/**
 * Number of pending tasks, unsent ones included; undefined until a list has loaded or counted all. Fetches nothing itself.
 */
export function usePendingCount(): number | undefined {
  const unconfirmed = useUnconfirmed();
  // Disabled and without a query function: reads the cache that the lists fill.
  const { data } = useQuery<PendingList>({ queryKey: queryKeys.pending, enabled: false });
  return useMemo(() => {
    if (data === undefined || (data.hasMore && !data.window)) return undefined;
    return countTasks([...applyChanges(data.rows, unconfirmed), ...(data.window?.outside['all'] ?? [])]);
  }, [data, unconfirmed]);
}
