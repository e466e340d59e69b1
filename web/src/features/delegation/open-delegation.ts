import * as z from 'zod/mini';
import { create } from 'zustand';
import type { Run } from '#domain/rows/run-row.ts';
import { onUserChange } from '#web/lib/session/on-user-change.ts';
import {
  type AttachedFile,
  type DelegationChoices,
  delegationChoices,
  isChosen,
  noChoices,
} from './form/delegation-choices.ts';
import { toChoices } from './form/to-choices.ts';

/** Fields of a task that the forms need. */
export const delegableTask = z.object({
  id: z.string(),
  title: z.string(),
  project_id: z.nullable(z.string()),
  is_completed: z.boolean(),
});
export type DelegableTask = Readonly<z.infer<typeof delegableTask>>;

export const begunDelegation = z.object({
  task: delegableTask,
  choices: delegationChoices,
  /** The app has filled in the choices, not the person. */
  isPrefilled: z.optional(z.boolean()),
});
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
  /** Open delegation form. Kept here to survive a sign-in. */
  readonly delegating: BegunDelegation | null;
  /** Unsubmitted drafts by task id, restored when the form reopens. */
  readonly leftDelegations: LeftDelegations;
  /** Answer being read: its task and run. */
  readonly reading: { readonly task: DelegableTask; readonly runId: string } | null;
  /** Open follow-up: its run and text. Kept here to survive a sign-in. */
  readonly following: FollowUp | null;
  /** Unsubmitted follow-up texts by run id, restored when the form reopens. */
  readonly left: LeftFollowUps;
  /** Opens a task's form with its draft, if any, or with these choices. */
  readonly openDelegate: (task: DelegableTask, choices?: Partial<DelegationChoices>) => void;
  /** Opens a task's form filled with the request of an earlier run, in place of its draft. */
  readonly openAgain: (task: DelegableTask, run: Run) => void;
  /** Changes the open form of a task; no-op once it is closed. */
  readonly choose: (taskId: string, change: (now: DelegationChoices) => Partial<DelegationChoices>) => void;
  /** Resets the open form. */
  readonly chooseAfresh: () => void;
  /** Closes the form without a draft, after submitting or discarding it. */
  readonly stopDelegating: () => void;
  /** Drops a task's draft once it was submitted. */
  readonly forgetChoices: (taskId: string) => void;
  readonly openResponse: (task: DelegableTask, runId: string) => void;
  /** Opens the follow-up of a run with its draft, if any. */
  readonly follow: (runId: string) => void;
  readonly write: (instruction: string) => void;
  /** Closes the follow-up and keeps its draft. */
  readonly leaveFollowing: () => void;
  /** Closes the follow-up without a draft. */
  readonly stopFollowing: () => void;
  /** After a follow-up was accepted: closes its form, or drops its draft if it was closed. The answer stays open. */
  readonly forget: (runId: string, accepted: string) => void;
  /** Closes by Escape and the like; drafts are kept. */
  readonly close: () => void;
}

const NOTHING = { delegating: null, leftDelegations: {}, reading: null, following: null, left: {} };

/** Which delegation dialog is open, with the drafts of the others. */
export const useDelegationDialogs = create<DelegationDialogs>((set) => ({
  ...NOTHING,
  openDelegate: (task, choices) =>
    set((state) => {
      const { [task.id]: found, ...others } = leaveDelegating(state).leftDelegations;
      const begun = choices && {
        task,
        choices: { ...noChoices(task.project_id), ...choices },
        isPrefilled: true,
      };
      const delegating = begun ?? resume(task, found);
      return { delegating, leftDelegations: others, reading: null, ...leave(state) };
    }),
  openAgain: (task, run) => {
    const { openDelegate, openResponse, follow, choose } = useDelegationDialogs.getState();
    const { parent_run_id: parent, options } = run;
    if (parent === null) {
      openDelegate(task);
      choose(task.id, () => toChoices(run, task.project_id));
      return;
    }
    // A follow-up is written below the answer that it follows.
    openResponse(task, parent);
    const { instruction } = options;
    if (instruction === undefined) return;
    follow(parent);
    set(({ following }) =>
      following?.instruction === '' ? { following: { ...following, instruction } } : {},
    );
  },
  choose: (taskId, change) =>
    set(({ delegating }) => {
      if (delegating?.task.id !== taskId) return {};
      const { choices } = delegating;
      return { delegating: { ...delegating, choices: { ...choices, ...change(choices) } } };
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
        ...(isOpen && { following: null }),
        left: text?.trim() === accepted ? others : left,
      };
    }),
  close: () => set((state) => ({ reading: null, ...leaveDelegating(state), ...leave(state) })),
}));

/**
 * Restores a draft, or starts with defaults. If no project was chosen, the task's current one applies, since it
 * may have moved.
 */
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

/** Closing the form removes its uploads; reopening it reports them as lost. */
function toLeftFile(file: AttachedFile): AttachedFile {
  return file.isKept ? file : { ...file, state: 'failed', path: null };
}

function leave({ following, left }: Pick<DelegationDialogs, 'following' | 'left'>) {
  if (following === null || following.instruction.trim() === '') return { following: null, left };
  return { following: null, left: { ...left, [following.runId]: following.instruction } };
}

onUserChange(() => useDelegationDialogs.setState(NOTHING));
