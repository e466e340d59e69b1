import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TASK_SELECTION, toListedTasks } from '#web/lib/live/listed-task.ts';
import type { ListedTask } from '#web/lib/live/task-cache.ts';
import { useKnownTask } from '#web/lib/live/use-known-task.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { applyChanges, type ShownTask, type TaskChange } from '../change/task-change.ts';
import { useUnconfirmed } from '../change/use-task-changes.ts';
import { openedRow } from '../change/write-task.ts';

type OpenedListed = ListedTask & { readonly notes: string };

/** A task as the sheet shows it: stored values, with unconfirmed changes applied. */
export type OpenedView = ShownTask & { readonly notes: string };

/** The opened task; null if it doesn't exist or is in the trash, undefined while unknown. */
export function useOpenedTask(id: string) {
  const query = useQuery({
    queryKey: queryKeys.openedTask(id),
    queryFn: () => readOpened(id),
    // It may have changed since it was last open.
    staleTime: 0,
  });
  const unconfirmed = useUnconfirmed();
  const known = useKnownTask(id);
  const task = useMemo(() => toView(query.data, known, unconfirmed), [query.data, known, unconfirmed]);
  return { task, stored: query.data, query };
}

/** Runs are followed live in the lists. */
function toView(
  stored: OpenedListed | null | undefined,
  known: ListedTask | undefined,
  unconfirmed: readonly TaskChange[],
): OpenedView | null | undefined {
  if (!stored) return stored;
  const work = known && { run: known.run, delivery: known.delivery };
  const [shown] = applyChanges(
    [{ ...stored, ...work }],
    unconfirmed.filter((change) => change.kind !== 'add'),
  );
  if (shown?.id !== stored.id) return null;
  const writes = unconfirmed.filter((change) => change.kind === 'write' && change.id === stored.id);
  const notes = writes.reduce(
    (text, change) => (change.kind === 'write' ? (change.values.notes ?? text) : text),
    stored.notes,
  );
  return { ...shown, notes };
}

async function readOpened(id: string): Promise<OpenedListed | null> {
  const server = await supabase();
  const { data, error } = await server
    .from('tasks')
    .select(`${TASK_SELECTION},notes`)
    .eq('id', id)
    .order('created_at', { referencedTable: 'ai_runs', ascending: false })
    .limit(1, { referencedTable: 'ai_runs' })
    .order('created_at', { referencedTable: 'ai_responses', ascending: false })
    .limit(1, { referencedTable: 'ai_responses' })
    .maybeSingle();
  // A shortened address: not an id.
  if (error?.code === '22P02') return null;
  if (error) throw error;
  const [listed] = toListedTasks(data ? [data] : []);
  return listed ? { ...listed, notes: openedRow.parse(data).notes } : null;
}
