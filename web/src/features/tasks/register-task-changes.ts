import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#domain/messages.ts';
import { forgetFirstTask, readFirstTask } from '#web/lib/first-task.ts';
import { logProblem } from '#web/lib/log.ts';
import type { Task } from '#web/lib/rows.ts';
import { putTask, removeTask } from '#web/lib/task-cache.ts';
import { notify } from '#web/lib/toast.ts';
import { restoreTask } from './restore-task.ts';
import { sendTaskChange } from './send-task-change.ts';
import type { TaskChange } from './task-change.ts';
import { useTaskDialog } from './task-dialog-state.ts';

/** Under this name changes wait, are sent and are counted. */
export const TASK_CHANGE = ['task_change'];

/** Teaches a client to send task changes: those made now, and those kept on the device since an earlier visit. */
export function registerTaskChanges(client: QueryClient): void {
  client.setMutationDefaults<Task | null, Error, TaskChange>(TASK_CHANGE, {
    mutationFn: sendTaskChange,
    // One after the other: completing and reopening a task offline must arrive in that order.
    scope: { id: 'tasks' },
    onSuccess: (task, change) => confirm(client, task, change),
    onError: (error, change) => {
      logProblem(`a task change (${change.kind}) was not accepted`, error);
      refuse(change);
    },
  });
}

function confirm(client: QueryClient, task: Task | null, change: TaskChange): void {
  if (task) putTask(client, task);
  else if (change.kind !== 'add') removeTask(client, change.id);
  switch (change.kind) {
    case 'add':
      if (readFirstTask()?.client_id === change.client_id) forgetFirstTask();
      notify.success(messages.tasks.added);
      break;
    case 'edit':
      notify.success(messages.tasks.updated);
      break;
    case 'complete':
      notify.success(change.is_completed ? messages.tasks.completed : messages.tasks.reopened);
      break;
    case 'delete':
      notify.deleted(messages.tasks.deleted, () => void restoreTask(client, change.id));
  }
}

function refuse(change: TaskChange): void {
  switch (change.kind) {
    case 'add': {
      const dialog = useTaskDialog.getState();
      // The form is still open with the text in it, or the way back to it is offered.
      const action = { label: 'Edit', onPress: () => dialog.openAdd(change.fields, change.project_id) };
      notify.error(
        messages.tasks.addFailed,
        dialog.isAdding(change.client_id) ? {} : { action, duration: 20_000 },
      );
      break;
    }
    case 'delete':
      notify.error(messages.tasks.deleteFailed);
      break;
    case 'edit':
    case 'complete':
      notify.error(messages.tasks.updateFailed);
  }
}
