import type { QueryClient } from '@tanstack/react-query';
import { knownTasks, putTask, removeTask } from '#web/lib/live/task-cache.ts';
import { type NotifyOptions, notify } from '#web/lib/page/toast.ts';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/app.ts';
import { useQuickLine } from '../add/quick-line.ts';
import { isAdding, isEditing, useTaskDialog } from '../edit/task-dialog-state.ts';
import { resolveWrite } from '../open/settle-opened.ts';
import { sendChange } from './send-change.ts';
import { fieldsOf, type TaskChange } from './task-change.ts';
import { ChangedElsewhere, DeletedElsewhere } from './task-refusals.ts';

/** A toast with the only copy of a text stays until dismissed. */
const STAYS = { duration: Number.POSITIVE_INFINITY } as const;

/** Reports a change that the server refused. Nothing typed is lost. */
export function refuse(client: QueryClient, change: TaskChange, error: Error): void {
  switch (change.kind) {
    case 'add':
      notify.error(t('tasks.add_failed'), giveBack(change));
      break;
    case 'add_many':
      useQuickLine.getState().ask(change.tasks.map(({ typed, fields }) => typed ?? fields.title));
      notify.error(t('tasks.add_failed'));
      break;
    case 'delete':
    case 'delete_many':
      notify.error(t('tasks.delete_failed'));
      break;
    case 'change_many':
      notify.error(t('tasks.update_failed'));
      break;
    case 'place_many':
      refusePlaces(client, change, error);
      break;
    case 'edit':
      if (error instanceof ChangedElsewhere) return resolve(client, change, error);
      notify.error(t('tasks.update_failed'), {
        ...explain(client, change.id, error),
        ...(!isEditing(change.id) && keepText(client, change, error)),
      });
      break;
    case 'write':
      if (error instanceof ChangedElsewhere) {
        putTask(client, error.task);
        return resolveWrite(client, change, error);
      }
      // The draft stays, and is sent again with the next letter or when the task is opened.
      notify.error(t('tasks.update_failed'), explain(client, change.id, error));
      break;
    case 'complete':
    case 'place':
      notify.error(t('tasks.update_failed'), explain(client, change.id, error));
  }
}

/** Of several, those deleted elsewhere were left out. */
function refusePlaces(
  client: QueryClient,
  { places: [place, ...others] }: TaskChange & { kind: 'place_many' },
  error: Error,
): void {
  notify.error(
    t('tasks.update_failed'),
    place && others.length === 0 ? explain(client, place.id, error) : {},
  );
}

/** Puts the text back into quick add if that is empty; otherwise offers to edit it again. */
function giveBack({ client_id, fields, project_id, typed }: TaskChange & { kind: 'add' }): NotifyOptions {
  if (isAdding(client_id)) return {};
  const line = useQuickLine.getState();
  if (typed !== undefined && line.text === '') {
    line.write(typed);
    return { detail: t('tasks.add_failed.kept') };
  }
  const edit = () => useTaskDialog.getState().openAdd(fields, project_id);
  return { ...STAYS, detail: fields.title, action: { label: t('tasks.edit_again'), onPress: edit } };
}

/**
 * If the form is open, it asks with both versions shown. A change that was queued offline has no form, so it is
 * resent.
 */
function resolve(
  client: QueryClient,
  change: TaskChange & { kind: 'edit' },
  { task }: ChangedElsewhere,
): void {
  putTask(client, task);
  if (isEditing(change.id)) return;
  const { id, fields } = change;
  sendChange(client, { kind: 'edit', id, fields, replaces: fieldsOf(task) });
}

/** The form closed while the change was queued offline: the toast holds the text and a way to edit it again. */
function keepText(
  client: QueryClient,
  { id, fields }: TaskChange & { kind: 'edit' },
  error: Error,
): NotifyOptions {
  if (error instanceof DeletedElsewhere) {
    const restore = () =>
      void restoreItem(client, 'task', id, () => sendChange(client, { kind: 'edit', id, fields }));
    const detail = `${t('tasks.deleted_elsewhere')} “${fields.title}”`;
    return { ...STAYS, detail, action: { label: t('trash.restore'), onPress: restore } };
  }
  const task = knownTasks(client).find((known) => known.id === id);
  if (task === undefined) return { ...STAYS, detail: fields.title };
  const edit = () => {
    const { openEdit, write } = useTaskDialog.getState();
    openEdit(task);
    write(fields);
  };
  return { ...STAYS, detail: fields.title, action: { label: t('tasks.edit_again'), onPress: edit } };
}

function explain(client: QueryClient, id: string, error: Error): NotifyOptions {
  if (!(error instanceof DeletedElsewhere)) return {};
  removeTask(client, id);
  return {
    detail: t('tasks.deleted_elsewhere'),
    duration: 10_000,
    action: { label: t('trash.restore'), onPress: () => void restoreItem(client, 'task', id) },
  };
}
