import type { QueryClient } from '@tanstack/react-query';
import type { Task } from '#domain/rows/task-row.ts';
import { forgetFirstTask, readFirstTask } from '#web/lib/device/first-task.ts';
import { putTask, removeTask } from '#web/lib/live/task-cache.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify, undoAction } from '#web/lib/page/toast.ts';
import { isRetired } from '#web/lib/server/query-client.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { restartReads } from '#web/lib/server/refetch.ts';
import { restoreItem, restoreItems } from '#web/lib/server/restore-item.ts';
import { onUserChange } from '#web/lib/session/on-user-change.ts';
import { t } from '#web/texts/app.ts';
import { createTicked } from '../choose/ticked.ts';
import { isEditing, useTaskDialog } from '../edit/task-dialog-state.ts';
import { sayWritten, settleOpened } from '../open/settle-opened.ts';
import { refuse } from './refuse-change.ts';
import { sendChange, TASK_CHANGE } from './send-change.ts';
import { sendTaskChange } from './send-task-change.ts';
import { hasSameFields, type TaskChange, type TaskFields } from './task-change.ts';

/** Long enough to notice a task ticked by mistake. */
const UNDO_MS = 5000;

const ticked = createTicked(UNDO_MS);
// The next user must not undo these.
onUserChange(() => ticked.clear());

/** Registers how task changes are sent, including those queued on the device by an earlier visit. */
export function registerTaskChanges(client: QueryClient): void {
  client.setMutationDefaults<Task[], Error, TaskChange>(TASK_CHANGE, {
    mutationFn: (change) => (isRetired(client) ? new Promise<never>(() => {}) : sendTaskChange(change)),
    // Serialised: completing and reopening a task offline must arrive in that order.
    scope: { id: 'tasks' },
    onSuccess: (tasks, change) => confirm(client, tasks, change),
    onError: (error, change) => {
      logProblem(`a task change (${change.kind}) was not accepted`, error);
      if (!isRetired(client)) refuse(client, change, error);
    },
  });
}

function confirm(client: QueryClient, tasks: readonly Task[], change: TaskChange): void {
  for (const task of tasks) putTask(client, task);
  restartReads(client, queryKeys.tasks);
  switch (change.kind) {
    case 'add':
      if (readFirstTask()?.client_id === change.client_id) forgetFirstTask();
      notify.success(t('tasks.added'));
      break;
    case 'add_many':
      sayAdded(client, tasks);
      break;
    case 'edit':
      closeForm(change);
      if (change.replaces) sayReplaced(client, change.id, change.replaces);
      else notify.success(t('tasks.updated'));
      break;
    case 'write':
      settleOpened(client, change);
      if (change.replaces) sayWritten(client, change.id, change.replaces);
      break;
    case 'complete':
      if (change.is_completed) sayCompleted(client, [change.id]);
      else sayReopened(t('tasks.reopened'));
      break;
    case 'place':
      // Where it was put says enough.
      break;
    case 'place_many':
      sayPlaced(client, change);
      break;
    case 'delete':
      removeTask(client, change.id);
      notify.deleted(t('tasks.deleted'), () => void restoreItem(client, 'task', change.id));
      break;
    case 'change_many':
      sayChanged(client, change, tasks);
      break;
    case 'delete_many':
      for (const id of change.ids) removeTask(client, id);
      notify.deleted(
        t('tasks.deleted_many', { count: change.ids.length }),
        () => void restoreItems(client, 'task', change.ids),
      );
  }
}

function sayChanged(
  client: QueryClient,
  { values }: TaskChange & { kind: 'change_many' },
  tasks: readonly Task[],
): void {
  // Some may have been deleted elsewhere.
  const ids = tasks.map(({ id }) => id);
  const count = ids.length;
  if (values.is_completed === true) sayCompleted(client, ids);
  else if (values.is_completed === false) sayReopened(t('tasks.updated_many', { count }));
  else notify.success(t('tasks.updated_many', { count }));
}

/** Undo moves all of them to the trash. */
function sayAdded(client: QueryClient, tasks: readonly Task[]): void {
  const ids = tasks.map(({ id }) => id);
  notify.success(t('tasks.added_many', { count: ids.length }), {
    duration: UNDO_MS,
    action: undoAction(() => sendChange(client, { kind: 'delete_many', ids })),
  });
}

/** By keyboard, several moves may follow each other within a second. */
const MOVED_TOAST = 'tasks-moved';

/** One Undo for all that were moved together. */
function sayPlaced(client: QueryClient, { undo }: TaskChange & { kind: 'place_many' }): void {
  if (!undo) return;
  const { count, places } = undo;
  notify.success(t('tasks.moved_many', { count }), {
    id: MOVED_TOAST,
    duration: UNDO_MS,
    action: undoAction(() => sendChange(client, { kind: 'place_many', places })),
  });
}

/** Closes a form, restored after a sign-in, whose change was already on its way. */
function closeForm({ id, fields }: TaskChange & { kind: 'edit' }): void {
  const { dialog, close } = useTaskDialog.getState();
  if (isEditing(id) && dialog && hasSameFields(dialog.fields, fields)) close();
}

const COMPLETED_TOAST = 'task-completed';

/** One toast for tasks completed in a row; its Undo reopens all of them. */
function sayCompleted(client: QueryClient, completed: readonly string[]): void {
  const ids = [...ticked.add(completed)];
  const [id, ...others] = ids;
  const undo = () => {
    ticked.clear();
    if (id !== undefined && others.length === 0)
      sendChange(client, { kind: 'complete', id, is_completed: false });
    else sendChange(client, { kind: 'change_many', ids, values: { is_completed: false } });
  };
  notify.success(others.length === 0 ? t('tasks.done') : t('tasks.done_many', { count: ids.length }), {
    id: COMPLETED_TOAST,
    duration: UNDO_MS,
    action: undoAction(undo),
  });
}

/** Replaces the toast with the Undo. */
function sayReopened(text: string): void {
  ticked.clear();
  notify.success(text, { id: COMPLETED_TOAST });
}

/** The last save wins; the overwritten values, which the user hasn't seen, are shown and can be restored. */
function sayReplaced(client: QueryClient, id: string, fields: TaskFields): void {
  const action = {
    label: t('tasks.elsewhere.put_back'),
    onPress: () => sendChange(client, { kind: 'edit', id, fields }),
  };
  notify.success(t('tasks.updated'), {
    detail: t('tasks.elsewhere.replaced', { title: fields.title }),
    duration: Number.POSITIVE_INFINITY,
    action,
  });
}
