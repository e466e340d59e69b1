import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NEW_TASK } from '#domain/task.ts';
import { readFirstTask } from '#web/lib/first-task.ts';
import type { Task } from '#web/lib/rows.ts';
import { TASK_CHANGE } from './register-task-changes.ts';
import { readTaskChange, type TaskChange } from './task-change.ts';

/** Adds the task that was typed on the landing page before sign-up. It is forgotten there once the server has it. */
export function useFirstTask(): void {
  const client = useQueryClient();
  const { mutate } = useMutation<Task | null, Error, TaskChange>({ mutationKey: TASK_CHANGE });
  useEffect(() => {
    const first = readFirstTask();
    if (first === null) return;
    const isOnItsWay = client
      .getMutationCache()
      .findAll({ mutationKey: TASK_CHANGE })
      .some((mutation) => {
        const change = readTaskChange(mutation.state.variables);
        return change?.kind === 'add' && change.client_id === first.client_id;
      });
    if (isOnItsWay) return;
    mutate({
      kind: 'add',
      client_id: first.client_id,
      fields: { ...NEW_TASK, title: first.title },
      project_id: null,
    });
  }, [client, mutate]);
}
