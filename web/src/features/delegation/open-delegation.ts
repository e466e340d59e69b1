import * as z from 'zod/mini';
import { create } from 'zustand';
import { onUserChange } from '#web/lib/session/on-user-change.ts';
import {
  type AttachedFile,
  type DelegationChoices,
  delegationChoices,
  isChosen,
  noChoices,
} from './form/delegation-choices.ts';

/** What the forms need to know of a task. */
export const delegableTask = z.object({
  id: z.string(),
  title: z.string(),
  project_id: z.nullable(z.string()),
  is_completed: z.boolean(),
});
export type DelegableTask = Readonly<z.infer<typeof delegableTask>>;

export const begunDelegation = z.object({ task: delegableTask, choices: delegationChoices });
type BegunDelegation = Readonly<z.infer<typeof begunDelegation>>;

export const leftDelegations = z.record(z.string(), begunDelegation);
type LeftDelegations = Readonly<z.infer<typeof leftDelegations>>;

interface FollowUp {
  readonly runId: string;
  readonly instruction: string;
}

export const leftFollowUps = z.record(z.string(), z.string());
type LeftFollowUps = Readonly<z.infer<typeof leftFollowUps>>;

interface DelegationDialogs {
  /** The task whose delegation is being filled in, and what is chosen. Kept here, so that it outlives a sign-in. */
  readonly delegating: BegunDelegation | null;
  /** The forms that were left with something chosen in them, by task: opened again there, they have it again. */
  readonly leftDelegations: LeftDelegations;
  /** The answer that is being read: of which task, from which run. */
  readonly reading: { readonly task: DelegableTask; readonly runId: string } | null;
  /** The answer that is being followed up: of which run, and what is typed. Kept here, so that it outlives a sign-in. */
  readonly following: FollowUp | null;
  /** The follow-ups that were left with something written in them, by run: begun again there, they have it again. */
  readonly left: LeftFollowUps;
  /** Begins a delegation, or goes on with the one that was left there. */
  readonly openDelegate: (task: DelegableTask) => void;
  /** Nothing, once the form is closed. */
  readonly choose: (change: (now: DelegationChoices) => Partial<DelegationChoices>) => void;
  /** The open form is as it begins. */
  readonly chooseAfresh: () => void;
  /** Handed over, or given up on purpose. */
  readonly stopDelegating: () => void;
  /** This task was handed over: what was left in its form need not be chosen again. */
  readonly forgetChoices: (taskId: string) => void;
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
  /** Closed by Escape and the like. A delegation or a follow-up is left, not given up. */
  readonly close: () => void;
}

const NOTHING = { delegating: null, leftDelegations: {}, reading: null, following: null, left: {} };

/** Which of the two dialogs about a task's work is open. */
export const useDelegationDialogs = create<DelegationDialogs>((set) => ({
  ...NOTHING,
  openDelegate: (task) =>
    set((state) => {
      const { [task.id]: found, ...others } = leaveDelegating(state).leftDelegations;
      return { delegating: resume(task, found), leftDelegations: others, reading: null, ...leave(state) };
    }),
  choose: (change) =>
    set(({ delegating }) => {
      if (delegating === null) return {};
      const { task, choices } = delegating;
      return { delegating: { task, choices: { ...choices, ...change(choices) } } };
    }),
  chooseAfresh: () => set(({ delegating }) => (delegating ? { delegating: resume(delegating.task) } : {})),
  stopDelegating: () => set({ delegating: null }),
  forgetChoices: (taskId) =>
    set(({ leftDelegations: { [taskId]: _accepted, ...others } }) => ({ leftDelegations: others })),
  openResponse: (task, runId) => set((state) => ({ reading: { task, runId }, ...leaveDelegating(state) })),
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
  close: () => set((state) => ({ reading: null, ...leaveDelegating(state), ...leave(state) })),
}));

/** As it was left, or as it begins. A project that was not chosen is that of the task, wherever it lies by now. */
function resume(task: DelegableTask, left?: BegunDelegation): BegunDelegation {
  if (left === undefined) return { task, choices: noChoices(task.project_id) };
  const { project_id } = left.choices;
  const wanted = project_id === left.task.project_id ? task.project_id : project_id;
  return { task, choices: { ...left.choices, project_id: wanted } };
}

function leaveDelegating({
  delegating,
  leftDelegations,
}: Pick<DelegationDialogs, 'delegating' | 'leftDelegations'>) {
  if (delegating === null || !isChosen(delegating.choices, delegating.task.project_id)) {
    return { delegating: null, leftDelegations };
  }
  const { task, choices } = delegating;
  const kept = { task, choices: { ...choices, files: choices.files.map(toLeftFile) } };
  return { delegating: null, leftDelegations: { ...leftDelegations, [task.id]: kept } };
}

/** What was sent for a form goes with it; that it is missing is said where the form is opened again. */
function toLeftFile(file: AttachedFile): AttachedFile {
  return file.isKept ? file : { ...file, state: 'failed', path: null };
}

function leave({ following, left }: Pick<DelegationDialogs, 'following' | 'left'>) {
  if (following === null || following.instruction.trim() === '') return { following: null, left };
  return { following: null, left: { ...left, [following.runId]: following.instruction } };
}

onUserChange(() => useDelegationDialogs.setState(NOTHING));
