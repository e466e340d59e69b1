import { AI_TASK_TYPES, type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import { recordOf } from '#server/lib/record-of.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';

/** Concurrency and time limits. Times in milliseconds. */
export interface ProductLimits {
  /** Live runs in this process. */
  readonly runs: number;
  /** Live runs per user, across all processes, so that a queue of fifty delays nobody else. */
  readonly runsPerUser: number;
  /** Delegations per user in a period; null: no limit. */
  readonly delegations: { readonly limit: number; readonly seconds: number } | null;
  /** Looks at attached files per user, before a task is delegated with them. */
  readonly looks: RateLimit;
  /** Attempts to redeem a code, right or wrong. */
  readonly redeem: { readonly person: RateLimit; readonly peer: RateLimit };
  /** Searches per user for models on this computer. */
  readonly localModels: RateLimit;
  /** Model checks, of all users together: each costs the operator a little. */
  readonly modelChecks: RateLimit;
  /** Exports per user. */
  readonly exports: RateLimit;
  /** Results per user that they mail to themselves. */
  readonly resultMails: RateLimit;
  /** A worker without a heartbeat for this long is considered dead, and its runs are claimed by another. */
  readonly lease: number;
  readonly heartbeat: number;
  /** Interval of the search for queued and lost runs that no job has announced. */
  readonly sweep: number;
  /** From delegation to the end, including waits and restarts. */
  readonly runDeadline: number;
  /** Provider calls of one run, including restarts; a multi-step tool may make more. */
  readonly providerCalls: number;
  /** Provider calls of one step, including restarts. */
  readonly stepCalls: number;
  readonly budgets: Budgets;
  /** Leases of a run that may expire before it is given up: its workers were alive, but stuck. */
  readonly lostWorkers: number;
  /** Delay of the first retry; it doubles each time. */
  readonly retryDelay: number;
  /** A longer wait requeues the run instead of holding its slot. */
  readonly waitInPlace: number;
  /** Time for runs to end at shutdown; then they are requeued. */
  readonly drain: number;
}

/** In USD. Null: no limit. */
export interface Budgets {
  /** Per run: one value per tool, or one for all. */
  readonly runUsd: Readonly<Record<AiTaskType, number>> | number | null;
  readonly userDayUsd: number | null;
  readonly instanceDayUsd: number | null;
}

/** Budgets of a run of one tool. */
export interface ToolBudgets extends Budgets {
  readonly runUsd: number | null;
}

/** Where the operator sets none. */
export const RUN_BUDGETS: Readonly<Record<AiTaskType, number>> = recordOf(
  AI_TASK_TYPES,
  (type) => TOOLS[type].budget,
);

export function budgetsOf(type: AiTaskType, { runUsd, ...days }: Budgets): ToolBudgets {
  return { ...days, runUsd: runUsd === null || typeof runUsd === 'number' ? runUsd : runUsd[type] };
}

export const DEFAULT_LIMITS: ProductLimits = {
  runs: 500,
  runsPerUser: 50,
  delegations: { limit: 60, seconds: 60 },
  looks: { limit: 60, seconds: 60 },
  redeem: { person: { limit: 5, seconds: 3600 }, peer: { limit: 20, seconds: 3600 } },
  localModels: { limit: 10, seconds: 60 },
  modelChecks: { limit: 3, seconds: 600 },
  exports: { limit: 10, seconds: 86_400 },
  resultMails: { limit: 20, seconds: 3600 },
  lease: 30_000,
  heartbeat: 10_000,
  sweep: 5_000,
  runDeadline: 10 * 60_000,
  providerCalls: 4,
  stepCalls: 4,
  budgets: { runUsd: null, userDayUsd: null, instanceDayUsd: null },
  lostWorkers: 3,
  retryDelay: 1_000,
  waitInPlace: 20_000,
  drain: 4_000,
};
