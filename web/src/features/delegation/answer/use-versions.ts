import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { runOptions } from '#domain/rows/run-row.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const versionRow = z.object({
  id: z.string(),
  ai_task_type: z.enum(AI_TASK_TYPES),
  options: runOptions,
  finished_at: z.string(),
});

/** A finished run of a task, as a version of its answer. */
export interface Version extends z.infer<typeof versionRow> {
  /** Starts at 1. */
  readonly number: number;
}

/** More than anyone makes of one task; the account export has the rest. */
const AT_MOST = 100;

/** All finished runs of a task, newest first. */
export function useVersions(taskId: string): readonly Version[] {
  const { data = [] } = useQuery(versionsQuery(taskId));
  return data;
}

export const versionsQuery = (taskId: string) => ({
  queryKey: ['task_versions', taskId],
  queryFn: () => readVersions(taskId),
  // Reopening an answer may find a new version.
  staleTime: 0,
  meta: { volatile: true },
});

async function readVersions(taskId: string): Promise<Version[]> {
  const server = await supabase();
  const { data, count } = await server
    .from('ai_runs')
    .select(columnsOf(versionRow), { count: 'exact' })
    .eq('task_id', taskId)
    .eq('status', 'succeeded')
    .order('created_at', { ascending: false })
    .limit(AT_MOST)
    .throwOnError();
  const rows = parseRows(versionRow, data);
  return rows.map((row, at) => ({ ...row, number: (count ?? rows.length) - at }));
}
