import * as z from 'zod/mini';
import { create } from 'zustand';
import { onAnotherPerson } from '#web/lib/on-another-person.ts';
import { type DelegationChoices, NO_REGION } from './delegation-choices.ts';

/** What the forms need to know of a task. */
export const delegableTask = z.object({
  id: z.string(),
  title: z.string(),
  project_id: z.nullable(z.string()),
  is_completed: z.boolean(),
});
export type DelegableTask = Readonly<z.infer<typeof delegableTask>>;

interface DelegationDialogs {
  /** The task whose delegation is being filled in, and what is chosen. Kept here, so that it outlives a sign-in. */
  readonly delegating: { readonly task: DelegableTask; readonly choices: DelegationChoices } | null;
  /** The answer that is being read: of which task, from which run. */
  readonly reading: { readonly task: DelegableTask; readonly runId: string } | null;
  /** The answer that is being followed up: of which run, and what is typed. Kept here, so that it outlives a sign-in. */
  readonly following: { readonly runId: string; readonly instruction: string } | null;
  readonly openDelegate: (task: DelegableTask) => void;
  /** Nothing, once the form is closed. */
  readonly choose: (change: (now: DelegationChoices) => Partial<DelegationChoices>) => void;
  readonly openResponse: (task: DelegableTask, runId: string) => void;
  readonly follow: (runId: string, instruction: string) => void;
  readonly stopFollowing: () => void;
  readonly close: () => void;
}

/** Which of the two dialogs about a task's work is open. */
export const useDelegationDialogs = create<DelegationDialogs>((set) => ({
  delegating: null,
  reading: null,
  following: null,
  openDelegate: (task) =>
    set({
      delegating: { task, choices: { project_id: task.project_id, files: [], region: NO_REGION } },
      reading: null,
      following: null,
    }),
  choose: (change) =>
    set(({ delegating }) => {
      if (delegating === null) return {};
      const { task, choices } = delegating;
      return { delegating: { task, choices: { ...choices, ...change(choices) } } };
    }),
  openResponse: (task, runId) => set({ reading: { task, runId }, delegating: null }),
  follow: (runId, instruction) => set({ following: { runId, instruction } }),
  stopFollowing: () => set({ following: null }),
  close: () => set({ delegating: null, reading: null, following: null }),
}));

onAnotherPerson(() => useDelegationDialogs.getState().close());
