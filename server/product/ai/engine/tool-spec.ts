import type { AiTaskType } from '#domain/ai-task.ts';
import type { Evidence } from '#domain/evidence.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { PlannedCall, ToolInput, ToolOutput } from '../tool.ts';
import type { Action, ActionResult, Role } from './action.ts';

/**
 * A tool as a pure reducer, without clock, randomness or I/O. The interpreter asks for the next
 * actions, performs them, and passes the results back; a run resumed after a crash is the same fold over the
 * journal.
 */
export interface ToolSpec<Plan, State> {
  readonly type: AiTaskType;
  /** Changes with actions or their order: the journal of another version isn't continued. */
  readonly version: string;
  /**
   * The call that writes the result, with everything that may be gathered; gathering reserves its maximum cost. Null:
   * nothing is gathered.
   */
  readonly writing: Pick<PlannedCall, 'promptTokens' | 'maxTokens'> | null;
  /** Limits of the run, decided up front. */
  plan(input: ToolInput): Plan;
  init(input: ToolInput, plan: Plan, seed: Seed): State;
  next(state: State): Next;
  /** Folds in one result. Results of parallel actions come in the order of the actions. */
  apply(state: State, action: Action, result: ActionResult): State;
  /** Progress steps to show when an action is begun, in addition to those for its result. */
  begins?(state: State, action: Action): readonly RunStep[];
  /** Progress steps for one result; `state` is the state before it. */
  steps(state: State, action: Action, result: ActionResult): readonly RunStep[];
  /** True for an action of a second reading, of which a receipt says what it took. Omitted: there is none. */
  isOfReading?(action: Action): boolean;
}

/** Randomness and environment of an attempt. It changes after a crash, so nothing stored may depend on it. */
export interface Seed {
  /** ISO date. */
  readonly today: string;
  /** Unguessable: delimits foreign text, so that it can't close its own delimiter. */
  readonly key: string;
  /** Context window by role. A journal written for other windows is not continued. */
  readonly windows: Readonly<Record<Role, number>>;
  /** A second model reads what was written. */
  readonly checks: boolean;
}

export type Next =
  /** At least one, run in parallel. */
  | { readonly do: readonly Action[] }
  | { readonly done: Omit<ToolOutput, 'usage'> }
  /** Ends without a result; the credit is refunded. */
  | { readonly failed: RunErrorCode; readonly because: string };

/** What a tool delivers whose text rests on sources. */
export type Deliverable = Omit<ToolOutput, 'usage' | 'files' | 'evidence'> & { readonly evidence: Evidence };
