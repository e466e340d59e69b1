import { useQuery } from '@tanstack/react-query';
import { isLive, type Run, runRow } from '#domain/rows/run-row.ts';
import { useKnownTask } from '#web/lib/live/use-known-task.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Specified polling interval of a live run. */
const POLL_MS = 5000;

/** The latest run of a task; null while unknown. A task that no list shows, such as one found by search, is read. */
export function useLatestRun(taskId: string): Run | null {
  const known = useKnownTask(taskId);
  const { data = null } = useQuery({
    queryKey: queryKeys.latestRun(taskId),
    queryFn: () => readLatestRun(taskId),
    enabled: known === undefined,
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? POLL_MS : false),
    staleTime: 0,
    meta: { volatile: true },
  });
  return known ? known.run : data;
}

async function readLatestRun(taskId: string): Promise<Run | null> {
  const server = await supabase();
  const { data } = await server
    .from('ai_runs')
    .select(columnsOf(runRow))
    .eq('task_id', taskId)
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return parseRows(runRow, data)[0] ?? null;
}
