import * as z from 'zod/mini';
import { COMPLETED_PER_PAGE } from '#domain/task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { callForTasks, selectTasks, toListedTasks } from '#web/lib/live/listed-task.ts';
import type { CompletedPage, ListedTask, PendingList } from '#web/lib/live/task-cache.ts';
import type { CompletedView } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Fills a screen and loads fast. */
const FIRST_PAGE = 100;

/** Maximum rows per response of the server. A longer list is read in parts. */
export const MOST_ROWS = 1000;

/** The requested offset is beyond the last row. */
const BEYOND_THE_END = 'PGRST103';

export const manyRows = z.array(z.unknown());

/**
 * Pending tasks from the top of the list on: all of them if some are known, else a first page. `readLong` reads a list
 * that is too long to be read whole.
 */
export async function readPending(
  known: PendingList | undefined,
  readLong: () => Promise<PendingList>,
): Promise<PendingList> {
  if (known?.window) return readLong();
  const { list, total } = await readPage(known ? MOST_ROWS : FIRST_PAGE);
  return total > MOST_ROWS ? readLong() : list;
}

/** The pending tasks that aren't in a list. */
export async function readPendingBeside({ rows }: PendingList): Promise<PendingList> {
  return (await readPage(MOST_ROWS, rows)).list;
}

/** Adds a page, dropping rows that live updates added already. */
export function joinPages(list: PendingList, more: PendingList): PendingList {
  return { rows: newestFirst([...list.rows, ...notIn(list, more.rows)]), hasMore: more.hasMore };
}

/** Rows that a list doesn't have. */
export function notIn(list: PendingList, rows: readonly ListedTask[]): ListedTask[] {
  const known = new Set(list.rows.map(({ id }) => id));
  return rows.filter(({ id }) => !known.has(id));
}

export function newestFirst(rows: readonly ListedTask[]): ListedTask[] {
  return rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

async function readPage(
  limit: number,
  without: readonly ListedTask[] = [],
): Promise<{ list: PendingList; total: number }> {
  const values = { today: currentDays().today, most: MOST_ROWS + 1, without: without.map(({ id }) => id) };
  const called = callForTasks(await supabase(), 'pending_in_order', values, {
    count: 'exact',
    // The client tries these again by itself; but many ids don't fit into a URL.
    get: without.length === 0,
  });
  const { data, count } = await called.limit(limit).throwOnError();
  const rows = toListedTasks(manyRows.parse(data));
  const total = count ?? 0;
  return { list: { rows: newestFirst(rows), hasMore: rows.length < total }, total };
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
