import type { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';
import { responseRow } from '#domain/rows/response-row.ts';
import { runRow } from '#domain/rows/run-row.ts';
import { taskRow } from '#domain/rows/task-row.ts';
import { columnsOf, parseRows } from '../server/rows.ts';
import { type ListedTask, toDelivery } from './task-cache.ts';

const runColumns = columnsOf(runRow);
const slipRow = z.pick(responseRow, {
  id: true,
  is_demo: true,
  created_at: true,
  preview: true,
  files: true,
  source_count: true,
  gap_count: true,
});

/** Select list for `tasks` with runs and answers. Order and limit these to the latest. */
export const TASK_SELECTION = `${columnsOf(taskRow)},ai_runs(${runColumns}),ai_responses(${columnsOf(slipRow)},ai_runs(${runColumns}))`;

const taskWithWork = z.extend(taskRow, {
  ai_runs: z.array(runRow),
  ai_responses: z.array(z.extend(slipRow, { ai_runs: runRow })),
});

/** Selects tasks, each with its latest run and answer. */
export function selectTasks(server: PostgrestClient, options?: { count: 'exact' }) {
  return server
    .from('tasks')
    .select(TASK_SELECTION, options)
    .order('created_at', { referencedTable: 'ai_runs', ascending: false })
    .limit(1, { referencedTable: 'ai_runs' })
    .order('created_at', { referencedTable: 'ai_responses', ascending: false })
    .limit(1, { referencedTable: 'ai_responses' });
}

/** The same for a function that returns tasks. */
export function callForTasks(
  server: PostgrestClient,
  name: string,
  values: object,
  options?: { count: 'exact'; get: boolean },
) {
  return server
    .rpc(name, values, options)
    .select(TASK_SELECTION)
    .order('created_at', { referencedTable: 'ai_runs', ascending: false })
    .limit(1, { referencedTable: 'ai_runs' })
    .order('created_at', { referencedTable: 'ai_responses', ascending: false })
    .limit(1, { referencedTable: 'ai_responses' });
}

/** Parses rows selected with either. */
export function toListedTasks(rows: readonly unknown[]): ListedTask[] {
  return parseRows(taskWithWork, rows).map(({ ai_runs: [run], ai_responses: [response], ...task }) => ({
    ...task,
    run: run ?? null,
    delivery: response ? toDelivery(response, response.ai_runs) : null,
  }));
}
