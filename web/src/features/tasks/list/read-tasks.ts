import { COMPLETED_PER_PAGE } from '#domain/task.ts';
import { selectTasks, toListedTasks } from '#web/lib/live/listed-task.ts';
import type { CompletedPage, ListedTask, PendingList } from '#web/lib/live/task-cache.ts';
import type { CompletedView } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Fills a screen and loads fast. */
const FIRST_PAGE = 100;

/** Maximum rows per response of the server. A longer list is read in parts. */
export const MOST_ROWS = 1000;

/** The requested offset is beyond the last row. */
const BEYOND_THE_END = 'PGRST103';

/**
 * Pending tasks from the newest on: as many as are known, at least a first page. `readLong` reads a list that is too
 * long to be read whole.
 */
export async function readPending(
  known: PendingList | undefined,
  readLong: () => Promise<PendingList>,
): Promise<PendingList> {
  if (known?.window) return readLong();
  const limit = Math.min(MOST_ROWS, Math.max(FIRST_PAGE, known?.rows.length ?? 0));
  const { list, total } = await readPage(limit);
  return total > MOST_ROWS ? readLong() : list;
}

/** The page of pending tasks after a list. */
export async function readPendingAfter(list: PendingList): Promise<PendingList> {
  return (await readPage(MOST_ROWS, list.rows.at(-1))).list;
}

/** Appends a page, dropping rows that live updates added already. */
export function joinPages(list: PendingList, more: PendingList): PendingList {
  const known = new Set(list.rows.map(({ id }) => id));
  return { rows: [...list.rows, ...more.rows.filter(({ id }) => !known.has(id))], hasMore: more.hasMore };
}

async function readPage(limit: number, last?: ListedTask): Promise<{ list: PendingList; total: number }> {
  let query = selectTasks(await supabase(), { count: 'exact' })
    .eq('is_completed', false)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit);
  if (last) query = query.or(isAfter(last));
  const { data, count } = await query.throwOnError();
  const total = count ?? 0;
  return { list: { rows: toListedTasks(data), hasMore: data.length < total }, total };
}

/** A page of completed tasks, latest first. */
export async function readCompleted(view: CompletedView): Promise<CompletedPage> {
  const { category, timeframe, project_id, page } = view;
  const from = page * COMPLETED_PER_PAGE;
  let query = selectTasks(await supabase(), { count: 'exact' }).eq('is_completed', true);
  if (category !== 'all') query = query.eq('category', category);
  if (timeframe !== 'all') query = query.eq('timeframe', timeframe);
  if (project_id !== undefined) query = query.eq('project_id', project_id);
  const { data, count, error } = await query
    .order('completed_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + COMPLETED_PER_PAGE - 1);
  // Fewer pages exist now; the first page carries the count.
  if (error?.code === BEYOND_THE_END)
    return { rows: [], total: (await readCompleted({ ...view, page: 0 })).total };
  if (error) throw error;
  return { rows: toListedTasks(data), total: count ?? 0 };
}

/** Keyset, not offset: concurrent inserts don't shift pages. */
function isAfter({ created_at, id }: ListedTask): string {
  return `created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`;
}
