import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PendingList } from '#web/lib/live/task-cache.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { applyChanges } from '../change/task-change.ts';
import { useUnconfirmed } from '../change/use-task-changes.ts';

/**
 * How many tasks are pending, what waits to be sent among them, as far as a list has read them all. It asks the server
 * for nothing itself.
 */
export function usePendingCount(): number | undefined {
  const unconfirmed = useUnconfirmed();
  // Disabled and without a query function: reads the cache that the lists fill.
  const { data } = useQuery<PendingList>({ queryKey: queryKeys.pending, enabled: false });
  return useMemo(() => {
    if (data === undefined || data.hasMore) return undefined;
    return applyChanges(data.rows, unconfirmed).filter((task) => !task.is_completed).length;
  }, [data, unconfirmed]);
}
