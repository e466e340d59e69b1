import { useEffect } from 'react';
import { messages } from '#domain/messages.ts';
import { NEW_TASK } from '#domain/task.ts';
import type { TaskChange, TaskFields } from './task-change.ts';
import { useTaskDialog } from './task-dialog-state.ts';
import { TaskForm } from './task-form.tsx';
import { useTaskMutation } from './use-task-changes.ts';

/** The form that is open: a new task, or one that is edited. Loaded when the first one opens. */
export function TaskDialog() {
  const { dialog, close } = useTaskDialog();
  const { mutate, isPending, isPaused } = useTaskMutation();
  // Without a network it may take hours: the row shows the change, marked as unsent.
  useEffect(() => {
    if (isPaused) close();
  }, [isPaused, close]);
  if (dialog === null) return null;

  // It stays open, with the text in it, until the server has agreed.
  const send = (change: TaskChange) => mutate(change, { onSuccess: close });

  return dialog.kind === 'add' ? (
    <TaskForm
      key={dialog.client_id}
      title={messages.labels.addTask}
      initial={{ ...NEW_TASK, title: '', ...dialog.fields }}
      submitLabel={messages.labels.addTask}
      busyLabel="Adding…"
      busy={isPending}
      onSubmit={(fields: TaskFields) => {
        const { client_id, project_id } = dialog;
        send({ kind: 'add', client_id, fields, project_id });
      }}
      onClose={close}
    />
  ) : (
    <TaskForm
      key={dialog.id}
      title={messages.labels.editTask}
      initial={dialog.fields}
      submitLabel={messages.labels.saveChanges}
      busyLabel="Saving…"
      busy={isPending}
      onSubmit={(fields: TaskFields) => send({ kind: 'edit', id: dialog.id, fields })}
      onClose={close}
    />
  );
}
