import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { RUN_STATUSES } from '#domain/rows/run-row.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const pastRun = z.object({
  id: z.string(),
  ai_task_type: z.enum(AI_TASK_TYPES),
  status: z.enum(RUN_STATUSES),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
});
export type PastRun = z.infer<typeof pastRun>;

const taskFile = z.object({
  id: z.string(),
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number(),
  /** Null for what was attached. */
  run_id: z.nullable(z.string()),
});
export type TaskFile = z.infer<typeof taskFile>;

/** More than anyone makes of one task; the account export has the rest. */
const AT_MOST = 100;

/** Runs and files of a task, newest first. */
export function useTaskWork(taskId: string) {
  return useQuery({
    queryKey: queryKeys.taskWork(taskId),
    queryFn: async () => {
      const [runs, files] = await Promise.all([
        readRows(taskId, 'ai_runs', pastRun),
        readRows(taskId, 'task_files', taskFile),
      ]);
      return { runs, files };
    },
    staleTime: 0,
  });
}

async function readRows<Row>(
  taskId: string,
  table: 'ai_runs' | 'task_files',
  shape: z.ZodMiniType<Row> & { readonly shape: object },
): Promise<Row[]> {
  const server = await supabase();
  const { data } = await server
    .from(table)
    .select(columnsOf(shape))
    .eq('task_id', taskId)
    .order('created_at', { ascending: false })
    .limit(AT_MOST)
    .throwOnError();
  return parseRows(shape, data);
}
