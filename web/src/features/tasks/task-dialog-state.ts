import { create } from 'zustand';
import { newId } from '#web/lib/new-id.ts';
import type { TaskFields } from './task-change.ts';

type OpenDialog =
  | {
      readonly kind: 'add';
      readonly client_id: string;
      readonly fields: Partial<TaskFields>;
      readonly project_id: string | null;
    }
  | { readonly kind: 'edit'; readonly id: string; readonly fields: TaskFields };

interface TaskDialogState {
  readonly dialog: OpenDialog | null;
  readonly openAdd: (fields?: Partial<TaskFields>, projectId?: string | null) => void;
  readonly openEdit: (task: TaskFields & { id: string }) => void;
  readonly close: () => void;
  /** Whether the form of this new task is open. */
  readonly isAdding: (clientId: string) => boolean;
}

/** Which of the two task forms is open. The id of a new task is made with its form, so that sending it twice adds one. */
export const useTaskDialog = create<TaskDialogState>((set, get) => ({
  dialog: null,
  openAdd: (fields = {}, projectId = null) =>
    set({ dialog: { kind: 'add', client_id: newId(), fields, project_id: projectId } }),
  openEdit: ({ id, title, category, priority, timeframe }) =>
    set({ dialog: { kind: 'edit', id, fields: { title, category, priority, timeframe } } }),
  close: () => set({ dialog: null }),
  isAdding: (clientId) => {
    const { dialog } = get();
    return dialog?.kind === 'add' && dialog.client_id === clientId;
  },
}));
