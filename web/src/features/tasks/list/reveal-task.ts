import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { COMPLETED_PER_PAGE } from '#domain/task.ts';
import type { PendingList } from '#web/lib/live/task-cache.ts';
import { focusRow, rowOfTask, waitForRow } from '#web/lib/live/task-rows.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { NO_FILTER } from './group-tasks.ts';
import { useTaskView } from './task-view.ts';

/** A list of 10,000 tasks takes ten requests. */
const LIST_COMES_WITHIN_MS = 10_000;

const place = z.object({ is_completed: z.boolean(), completed_at: z.nullable(z.string()) });

/**
 * Scrolls to a task on the dashboard and focuses its row, whatever filter or page hides it. Resolves to false
 * if it doesn't exist. Throws if the server can't be reached.
 */
export async function revealTask(client: QueryClient, id: string): Promise<boolean> {
  const shown = rowOfTask(id);
  if (shown) {
    focusRow(shown);
    return true;
  }
  const page = await completedPageOf(id);
  if (page === undefined) return false;
  // A task far down a long list isn't loaded. It's shown opened, without its row.
  const list = client.getQueryData<PendingList>(queryKeys.pending);
  if (page === null && list?.window && !list.rows.some((row) => row.id === id)) return true;
  useTaskView.setState({ filter: NO_FILTER, revealed: id, page: page ?? useTaskView.getState().page });
  const row = await waitForRow(id, LIST_COMES_WITHIN_MS);
  if (row) focusRow(row);
  return row !== null;
}

/** Page of the completed list that a task is on; null if it is pending, undefined if it doesn't exist. */
async function completedPageOf(id: string): Promise<number | null | undefined> {
  const server = await supabase();
  const tasks = () => server.from('tasks');
  const { data } = await tasks()
    .select('is_completed,completed_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (data === null) return undefined;
  const { is_completed, completed_at } = place.parse(data);
  if (!is_completed) return null;
  const { count } = await tasks()
    .select('id', { count: 'exact', head: true })
    .eq('is_completed', true)
    .or(`completed_at.gt."${completed_at}",and(completed_at.eq."${completed_at}",id.gt.${id})`)
    .throwOnError();
  return Math.floor((count ?? 0) / COMPLETED_PER_PAGE);
}
