import * as z from 'zod/mini';
import { create } from 'zustand';
import { NEW_TASK } from '#domain/task.ts';
import { newId } from '#web/lib/new-id.ts';
import type { Task } from '#web/lib/rows.ts';
import { baseOf, fieldsOf, type TaskBase, type TaskFields, taskBase, taskFields } from './task-change.ts';

export const openDialog = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    client_id: z.string(),
    fields: taskFields,
    project_id: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('edit'), id: z.string(), fields: taskFields, base: taskBase }),
]);
/** Which of the two task forms is open, and what stands in it at the moment. */
export type OpenDialog = z.infer<typeof openDialog>;

interface TaskDialogState {
  readonly dialog: OpenDialog | null;
  readonly openAdd: (fields?: Partial<TaskFields>, projectId?: string | null) => void;
  readonly openEdit: (task: Task) => void;
  /** What is typed is kept here, not in the form: it outlives a sign-in in between. */
  readonly write: (change: Partial<TaskFields>) => void;
  /** The person has seen what was changed elsewhere, and takes it over. */
  readonly takeOver: (base: TaskBase) => void;
  readonly close: () => void;
}

/** The id of a new task is made with its form, so that sending it twice adds one. */
export const useTaskDialog = create<TaskDialogState>((set) => ({
  dialog: null,
  openAdd: (fields = {}, projectId = null) =>
    set({
      dialog: {
        kind: 'add',
        client_id: newId(),
        fields: { ...NEW_TASK, title: '', ...fields },
        project_id: projectId,
      },
    }),
  openEdit: (task) =>
    set({ dialog: { kind: 'edit', id: task.id, fields: fieldsOf(task), base: baseOf(task) } }),
  write: (change) =>
    set(({ dialog }) => (dialog ? { dialog: { ...dialog, fields: { ...dialog.fields, ...change } } } : {})),
  takeOver: (base) =>
    set(({ dialog }) =>
      dialog?.kind === 'edit' ? { dialog: { ...dialog, fields: base.fields, base } } : {},
    ),
  close: () => set({ dialog: null }),
}));

/** Whether the form of this new task is open. */
export function isAdding(clientId: string): boolean {
  const { dialog } = useTaskDialog.getState();
  return dialog?.kind === 'add' && dialog.client_id === clientId;
}

/** Whether this task is open in its form. */
export function isEditing(id: string): boolean {
  const { dialog } = useTaskDialog.getState();
  return dialog?.kind === 'edit' && dialog.id === id;
}
