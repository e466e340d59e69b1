import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Task } from '#domain/rows/task-row.ts';
import { useSetOpened } from '#web/lib/page/opened.ts';
import { useTaskDialog } from '../edit/task-dialog-state.ts';
import { sendChange, TASK_CHANGE } from './send-change.ts';
import { readTaskChange, type ShownTask, type TaskChange } from './task-change.ts';

/** Actions on a listed task. One stable object, so that memoised rows don't redraw. */
export interface TaskActions {
  readonly complete: (task: ShownTask) => void;
  readonly open: (task: ShownTask) => void;
  readonly edit: (task: ShownTask) => void;
  readonly move: (task: ShownTask, projectId: string | null) => void;
  readonly remove: (task: ShownTask) => void;
}

/** Mutation for a form that waits for the response. */
export function useTaskMutation() {
  return useMutation<Task[], Error, TaskChange>({ mutationKey: TASK_CHANGE });
}

/** Sends a change optimistically, now or once online. The caller doesn't re-render on its progress. */
export function useTaskChange(): (change: TaskChange) => void {
  const client = useQueryClient();
  return useCallback((change) => sendChange(client, change), [client]);
}

export function useTaskActions(): TaskActions {
  const change = useTaskChange();
  const openEdit = useTaskDialog((state) => state.openEdit);
  const setOpened = useSetOpened();
  return useMemo(
    () => ({
      complete: ({ id, is_completed }) => change({ kind: 'complete', id, is_completed: !is_completed }),
      open: ({ id }) => setOpened({ task: id, answer: null }),
      edit: openEdit,
      move: ({ id }, project_id) => change({ kind: 'change_many', ids: [id], values: { project_id } }),
      remove: ({ id }) => change({ kind: 'delete', id }),
    }),
    [change, openEdit, setOpened],
  );
}

/** Unconfirmed changes in the order they were made. */
export function useUnconfirmed(): TaskChange[] {
  const kept = useMutationState({
    filters: { mutationKey: TASK_CHANGE, status: 'pending' },
    select: (mutation) => mutation.state.variables,
  });
  return useMemo(() => kept.flatMap((variables) => readTaskChange(variables) ?? []), [kept]);
}
