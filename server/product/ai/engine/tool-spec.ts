import type { AiTaskType } from '#domain/ai-task.ts';
import type { Evidence } from '#domain/evidence.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { PlannedCall, ToolInput } from '../tool.ts';
import type { Action, ActionResult, Role } from './action.ts';

/**
 * A tool of several steps as a pure reducer: no clock, no chance, no world. The interpreter asks what is next, does
 * it, and hands the result back; a run that is taken up again after a crash is the same fold over the journal.
 */
export interface ToolSpec<Plan, State> {
  readonly type: AiTaskType;
  /** Another one when actions or their order change: a journal of an older one is not continued. */
  readonly version: string;
  /** The call that writes the result, with all that may be gathered: gathering leaves what it costs at most. */
  readonly writing: Pick<PlannedCall, 'promptTokens' | 'maxTokens'>;
  /** Limits of the run, decided up front. */
  plan(input: ToolInput): Plan;
  init(input: ToolInput, plan: Plan, seed: Seed): State;
  next(state: State): Next;
  /** Folds one result in. Results of actions that were asked for together come in the order in which they were asked for. */
  apply(state: State, action: Action, result: ActionResult): State;
  /** Progress steps for one result; `state` is the state before it. */
  steps(state: State, action: Action, result: ActionResult): readonly RunStep[];
}

/** Randomness and environment of an attempt. It changes after a crash, so nothing stored may depend on it. */
export interface Seed {
  /** ISO date. */
  readonly today: string;
  /** Unguessable: frames what others have written, so that it cannot close its own frame. */
  readonly key: string;
  /** Context window by role. A journal written for other windows is not continued. */
  readonly windows: Readonly<Record<Role, number>>;
}

export type Next =
  /** At least one, done side by side. */
  | { readonly do: readonly Action[] }
  | { readonly done: Deliverable }
  /** An honest end without a result: the person has the credit back. */
  | { readonly failed: RunErrorCode; readonly because: string };

export interface Deliverable {
  readonly content: string;
  readonly modelUsed: string;
  readonly notices: readonly RunNotice[];
  readonly evidence: Evidence;
}
