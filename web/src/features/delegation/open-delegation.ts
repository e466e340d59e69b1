import * as z from 'zod/mini';
import { create } from 'zustand';
import { onAnotherPerson } from '#web/lib/on-another-person.ts';
import { type DelegationChoices, noChoices } from './delegation-choices.ts';

/** What the forms need to know of a task. */
export const delegableTask = z.object({
  id: z.string(),
  title: z.string(),
  project_id: z.nullable(z.string()),
  is_completed: z.boolean(),
});
export type DelegableTask = Readonly<z.infer<typeof delegableTask>>;

interface FollowUp {
  readonly runId: string;
  readonly instruction: string;
}

export const leftFollowUps = z.record(z.string(), z.string());
type LeftFollowUps = Readonly<z.infer<typeof leftFollowUps>>;

interface DelegationDialogs {
  /** The task whose delegation is being filled in, and what is chosen. Kept here, so that it outlives a sign-in. */
  readonly delegating: { readonly task: DelegableTask; readonly choices: DelegationChoices } | null;
  /** The answer that is being read: of which task, from which run. */
  readonly reading: { readonly task: DelegableTask; readonly runId: string } | null;
  /** The answer that is being followed up: of which run, and what is typed. Kept here, so that it outlives a sign-in. */
  readonly following: FollowUp | null;
  /** The follow-ups that were left with something written in them, by run: begun again there, they have it again. */
  readonly left: LeftFollowUps;
  readonly openDelegate: (task: DelegableTask) => void;
  /** Nothing, once the form is closed. */
  readonly choose: (change: (now: DelegationChoices) => Partial<DelegationChoices>) => void;
  readonly openResponse: (task: DelegableTask, runId: string) => void;
  /** Begins a follow-up, or goes on with the one that was left there. */
  readonly follow: (runId: string) => void;
  readonly write: (instruction: string) => void;
  /** Closed, but not given up: what was written is kept. */
  readonly leaveFollowing: () => void;
  /** Given up on purpose. */
  readonly stopFollowing: () => void;
  /** This wish was accepted: its form is closed with the answer, and where it was left, it need not be written again. */
  readonly forget: (runId: string, accepted: string) => void;
  /** Closed by Escape and the like. A follow-up is left, not given up. */
  readonly close: () => void;
}

/** Which of the two dialogs about a task's work is open. */
export const useDelegationDialogs = create<DelegationDialogs>((set) => ({
  delegating: null,
  reading: null,
  following: null,
  left: {},
  openDelegate: (task) =>
    set((state) => ({
      delegating: { task, choices: noChoices(task.project_id) },
      reading: null,
      ...leave(state),
    })),
  choose: (change) =>
    set(({ delegating }) => {
      if (delegating === null) return {};
      const { task, choices } = delegating;
      return { delegating: { task, choices: { ...choices, ...change(choices) } } };
    }),
  openResponse: (task, runId) => set({ reading: { task, runId }, delegating: null }),
  follow: (runId) =>
    set((state) => {
      const { [runId]: instruction = '', ...left } = leave(state).left;
      return { following: { runId, instruction }, left };
    }),
  write: (instruction) =>
    set(({ following }) => (following ? { following: { ...following, instruction } } : {})),
  leaveFollowing: () => set(leave),
  stopFollowing: () => set({ following: null }),
  forget: (runId, accepted) =>
    set(({ following, left }) => {
      const { [runId]: text, ...others } = left;
      const isOpen = following?.runId === runId && following.instruction.trim() === accepted;
      return {
        ...(isOpen && { reading: null, following: null }),
        left: text?.trim() === accepted ? others : left,
      };
    }),
  close: () => set((state) => ({ delegating: null, reading: null, ...leave(state) })),
}));

function leave({ following, left }: Pick<DelegationDialogs, 'following' | 'left'>) {
  if (following === null || following.instruction.trim() === '') return { following: null, left };
  return { following: null, left: { ...left, [following.runId]: following.instruction } };
}

onAnotherPerson(() =>
  useDelegationDialogs.setState({ delegating: null, reading: null, following: null, left: {} }),
);
