import { create } from 'zustand';
import { onAnotherPerson } from '#web/lib/on-another-person.ts';

/** What the forms need to know of a task. */
export interface DelegableTask {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly is_completed: boolean;
}

interface DelegationDialogs {
  /** The task whose delegation is being filled in. */
  readonly delegating: DelegableTask | null;
  /** The answer that is being read: of which task, from which run. */
  readonly reading: { readonly task: DelegableTask; readonly runId: string } | null;
  readonly openDelegate: (task: DelegableTask) => void;
  readonly openResponse: (task: DelegableTask, runId: string) => void;
  readonly close: () => void;
}

/** Which of the two dialogs about a task's work is open. */
export const useDelegationDialogs = create<DelegationDialogs>((set) => ({
  delegating: null,
  reading: null,
  openDelegate: (delegating) => set({ delegating, reading: null }),
  openResponse: (task, runId) => set({ reading: { task, runId }, delegating: null }),
  close: () => set({ delegating: null, reading: null }),
}));

onAnotherPerson(() => useDelegationDialogs.getState().close());
