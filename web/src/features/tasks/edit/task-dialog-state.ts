import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Task } from '#domain/rows/task-row.ts';
import { NEW_TASK } from '#domain/task.ts';
import { newId } from '#web/lib/new-id.ts';
import {
  baseOf,
  fieldsOf,
  hasSameFields,
  type TaskBase,
  type TaskFields,
  taskBase,
  taskFields,
} from '../change/task-change.ts';

export const openDialog = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    client_id: z.string(),
    fields: taskFields,
    /** Values when the form opened: the base of the merge. */
    begun: taskFields,
    project_id: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('edit'), id: z.string(), fields: taskFields, base: taskBase }),
]);
/** The open task form and its values. */
export type OpenDialog = z.infer<typeof openDialog>;

export const leftForms = z.record(z.string(), openDialog);
export type LeftForms = Readonly<z.infer<typeof leftForms>>;

interface TaskDialogState {
  readonly dialog: OpenDialog | null;
  /** Unsubmitted drafts by place, restored when the form reopens there. */
  readonly left: LeftForms;
  readonly openAdd: (fields?: Partial<TaskFields>, projectId?: string | null) => void;
  readonly openEdit: (task: Task) => void;
  /** Keeps values outside the form, so that they survive a sign-in. */
  readonly write: (change: Partial<TaskFields>) => void;
  /** Replaces the form's values by the remote ones that the user has seen. */
  readonly takeOver: (base: TaskBase) => void;
  /** Closes by Escape and the like; keeps the draft. */
  readonly leave: () => void;
  /** Closes after sending, or on Cancel; drops the draft. */
  readonly close: () => void;
}

/** A new task's id is created with its form, so that sending it twice adds one. */
export const useTaskDialog = create<TaskDialogState>((set) => ({
  dialog: null,
  left: {},
  openAdd: (fields = {}, projectId = null) =>
    set((state) => {
      const begun = { ...NEW_TASK, title: '', ...fields };
      const form = { kind: 'add', client_id: newId(), fields: begun, begun, project_id: projectId } as const;
      // A given title takes precedence over a draft.
      return begun.title === '' ? reopen(state, form) : { dialog: form, left: leftBy(state) };
    }),
  openEdit: (task) =>
    set((state) => reopen(state, { kind: 'edit', id: task.id, fields: fieldsOf(task), base: baseOf(task) })),
  write: (change) =>
    set(({ dialog }) => (dialog ? { dialog: { ...dialog, fields: { ...dialog.fields, ...change } } } : {})),
  takeOver: (base) =>
    set(({ dialog }) =>
      dialog?.kind === 'edit' ? { dialog: { ...dialog, fields: base.fields, base } } : {},
    ),
  leave: () => set((state) => ({ dialog: null, left: leftBy(state) })),
  close: () => set({ dialog: null }),
}));

type Forms = Pick<TaskDialogState, 'dialog' | 'left'>;

/** Restores the draft of this place, or starts with the given form. */
function reopen(state: Forms, form: OpenDialog): Forms {
  const { [placeOf(form)]: found, ...left } = leftBy(state);
  return { dialog: found ?? form, left };
}

/** Drafts after closing the open form. */
function leftBy({ dialog, left }: Forms): LeftForms {
  return dialog && isWritten(dialog) ? { ...left, [placeOf(dialog)]: dialog } : left;
}

function placeOf(form: OpenDialog): string {
  return form.kind === 'edit' ? form.id : `add ${form.project_id}`;
}

/** True if the form holds anything that would be lost. */
export function isWritten(form: OpenDialog): boolean {
  if (form.kind === 'edit') return !hasSameFields(form.fields, form.base.fields);
  return form.fields.title.trim() !== '' || !hasSameFields(form.fields, form.begun);
}

/** True if the form of this new task is open. */
export function isAdding(clientId: string): boolean {
  const { dialog } = useTaskDialog.getState();
  return dialog?.kind === 'add' && dialog.client_id === clientId;
}

/** True if this task is open in the edit form. */
export function isEditing(id: string): boolean {
  const { dialog } = useTaskDialog.getState();
  return dialog?.kind === 'edit' && dialog.id === id;
}
