import type { SupabaseClient } from '@supabase/supabase-js';
import { COMPLETED_PER_PAGE } from '#domain/task.ts';
import { TASK_SELECTION, toListedTasks } from '#web/lib/listed-task.ts';
import type { CompletedView } from '#web/lib/query-keys.ts';
import { supabase } from '#web/lib/supabase.ts';
import type { CompletedPage, ListedTask, PendingList } from '#web/lib/task-cache.ts';

/** A page of pending tasks: more than most people have, little enough to be read at once. */
const PAGE = 200;

/** The server answers with no more rows than this, whatever is asked. */
const MOST_ROWS = 1000;

/** The pending tasks, newest first: those after `last`, or from the start as many as are known already. */
export async function readPending(known: number, last?: ListedTask): Promise<PendingList> {
  const limit = Math.min(MOST_ROWS, Math.max(PAGE, known));
  let query = selectTasks(await supabase())
    .eq('is_completed', false)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit);
  if (last) query = query.or(isAfter(last));
  const { data } = await query.throwOnError();
  return { rows: toListedTasks(data), hasMore: data.length === limit };
}

/** One page of the completed tasks, the latest completed first. */
export async function readCompleted({ category, timeframe, page }: CompletedView): Promise<CompletedPage> {
  const from = page * COMPLETED_PER_PAGE;
  let query = selectTasks(await supabase(), { count: 'exact' }).eq('is_completed', true);
  if (category !== 'all') query = query.eq('category', category);
  if (timeframe !== 'all') query = query.eq('timeframe', timeframe);
  const { data, count } = await query
    .order('completed_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + COMPLETED_PER_PAGE - 1)
    .throwOnError();
  return { rows: toListedTasks(data), total: count ?? 0 };
}

/** Told by place, not by number: rows that come and go meanwhile shift nothing. */
function isAfter({ created_at, id }: ListedTask): string {
  return `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`;
}

function selectTasks(server: SupabaseClient, options?: { count: 'exact' }) {
  return server
    .from('tasks')
    .select(TASK_SELECTION, options)
    .order('created_at', { referencedTable: 'ai_runs', ascending: false })
    .limit(1, { referencedTable: 'ai_runs' })
    .order('created_at', { referencedTable: 'ai_responses', ascending: false })
    .limit(1, { referencedTable: 'ai_responses' });
}
