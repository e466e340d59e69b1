import { useEffect } from 'react';
import { toWhen } from '#domain/days.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { useKnownTask } from '#web/lib/live/use-known-task.ts';
import { t } from '#web/texts/soon.ts';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { DeletedNotice } from '../change/deleted-notice.tsx';
import { ElsewhereNotice } from '../change/elsewhere-notice.tsx';
import { baseOf, fieldsOf, hasSameFields, type TaskChange, type TaskFields } from '../change/task-change.ts';
import { DeletedElsewhere } from '../change/task-refusals.ts';
import { useTaskMutation } from '../change/use-task-changes.ts';
import { type OpenDialog, useTaskDialog } from './task-dialog-state.ts';
import { TaskForm } from './task-form.tsx';

/** The open task form, for a new or an existing task. Loaded on demand. */
export function TaskDialog() {
  const dialog = useTaskDialog((state) => state.dialog);
  if (dialog === null) return null;
  return dialog.kind === 'add' ? (
    <AddTask key={dialog.client_id} dialog={dialog} />
  ) : (
    <EditTask key={dialog.id} dialog={dialog} />
  );
}

function AddTask({ dialog }: { dialog: OpenDialog & { kind: 'add' } }) {
  const form = useForm();
  const { client_id, fields, begun, project_id } = dialog;
  return (
    <TaskForm
      title={t('tasks.add')}
      fields={fields}
      isNew
      submitLabel={t('tasks.add')}
      busyLabel={t('tasks.adding')}
      notice={
        <BroughtBack
          isWritten={!hasSameFields(fields, begun)}
          onStartAfresh={() => form.props.onWrite(begun)}
        />
      }
      onSubmit={() => form.send({ kind: 'add', client_id, fields: anchored(trimmed(fields)), project_id })}
      {...form.props}
    />
  );
}

function EditTask({ dialog }: { dialog: OpenDialog & { kind: 'edit' } }) {
  const form = useForm();
  const takeOver = useTaskDialog((state) => state.takeOver);
  const { id, fields, base } = dialog;
  const known = useKnownTask(id);
  const theirs = known && baseOf(known);
  const isElsewhere =
    theirs && !hasSameFields(theirs.fields, base.fields) && !hasSameFields(theirs.fields, fields);
  const isGone = !known && form.error instanceof DeletedElsewhere;
  return (
    <TaskForm
      title={t('tasks.edit')}
      fields={fields}
      submitLabel={t('tasks.save')}
      busyLabel={t('tasks.saving')}
      notice={
        isGone ? (
          <DeletedNotice id={id} />
        ) : (
          <>
            <BroughtBack
              isWritten={!hasSameFields(fields, base.fields)}
              onStartAfresh={() => takeOver(theirs ?? base)}
            />
            {isElsewhere && (
              <ElsewhereNotice theirs={theirs.fields} mine={fields} onTakeOver={() => takeOver(theirs)} />
            )}
          </>
        )
      }
      // The notice showed this change, so the save may overwrite it.
      onSubmit={() => form.send({ kind: 'edit', id, fields: trimmed(fields), base: theirs ?? base })}
      {...form.props}
    />
  );
}

/** Stays open with its text until the server has confirmed. */
function useForm() {
  const { write, leave, close } = useTaskDialog();
  const { mutate, isPending, isPaused, error } = useTaskMutation();
  // Offline, confirming may take hours: close, and the row shows the change as unsent.
  useEffect(() => {
    if (isPaused) close();
  }, [isPaused, close]);
  return {
    send: (change: TaskChange) => mutate(change, { onSuccess: close }),
    error,
    // The queue reports and restores changes in flight.
    props: { busy: isPending, onWrite: write, onClose: isPending ? close : leave, onCancel: close },
  };
}

/** Counts from the day of adding: the form may have been left open, or closed with its text kept, for days. */
function anchored(fields: TaskFields): TaskFields {
  return fields.is_dated === true ? fields : { ...fields, ...toWhen(fields.timeframe, currentDays()) };
}

function trimmed(fields: TaskFields): TaskFields {
  return { ...fieldsOf(fields), title: fields.title.trim() };
}
