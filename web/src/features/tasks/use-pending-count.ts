import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/query-keys.ts';
import type { PendingList } from '#web/lib/task-cache.ts';

/** How many tasks are pending, as far as a list has read them all. It asks the server for nothing itself. */
export function usePendingCount(): number | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.pending,
    queryFn: (): Promise<PendingList> => Promise.reject(new Error('read by the lists alone')),
    enabled: false,
    select: ({ rows, hasMore }) => (hasMore ? undefined : rows.filter((row) => !row.is_completed).length),
  });
  return data;
}
