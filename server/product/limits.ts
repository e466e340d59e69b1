import type { AiTaskType } from '#domain/ai-task.ts';
import type { RateLimit } from '#server/platform/http/rate-limiter.ts';

/** How much is done at once, and for how long. Times in milliseconds. */
export interface ProductLimits {
  /** Runs at work in this process. */
  readonly runs: number;
  /** Runs at work of one person, in all processes: a queue of fifty is nobody else's wait. */
  readonly runsPerUser: number;
  /** Runs that one person may begin in any so many seconds; null: no limit. */
  readonly delegations: { readonly limit: number; readonly seconds: number } | null;
  /** Tries to redeem a code, right or wrong. */
  readonly redeem: { readonly person: RateLimit; readonly peer: RateLimit };
  /** Looks that one person may have for models on this computer. */
  readonly localModels: RateLimit;
  /** Checks of the connected models, of all together: each costs the operator a little. */
  readonly modelChecks: RateLimit;
  /** Archives that one person may ask for. */
  readonly exports: RateLimit;
  /** A worker that has not been heard of for so long has died, and its runs are taken up by another. */
  readonly lease: number;
  readonly heartbeat: number;
  /** How often queued and lost runs are looked for that no job has announced. */
  readonly sweep: number;
  /** From delegation to the end, waits and restarts included. */
  readonly runDeadline: number;
  /** Provider calls of one run, restarts included; a tool of several steps may make more. */
  readonly providerCalls: number;
  /** Provider calls of one step, restarts included. */
  readonly stepCalls: number;
  readonly budgets: Budgets;
  /** Leases of a run that may run out before it is given up: whoever held it lived, and got stuck. */
  readonly lostWorkers: number;
  /** The first wait before a provider is asked again; it doubles. */
  readonly retryDelay: number;
  /** A longer wait goes back to the queue instead of holding a place. */
  readonly waitInPlace: number;
  /** Time that runs have to end when the server stops; then they go back to the queue. */
  readonly drain: number;
}

/** USD. Null: no limit. */
export interface Budgets {
  /** Of one run: of each tool its own, or the same of all. */
  readonly runUsd: Readonly<Record<AiTaskType, number>> | number | null;
  readonly userDayUsd: number | null;
  readonly instanceDayUsd: number | null;
}

/** The budgets of a run of one tool. */
export interface ToolBudgets extends Budgets {
  readonly runUsd: number | null;
}

export function budgetsOf(type: AiTaskType, { runUsd, ...days }: Budgets): ToolBudgets {
  return { ...days, runUsd: runUsd === null || typeof runUsd === 'number' ? runUsd : runUsd[type] };
}

export const DEFAULT_LIMITS: ProductLimits = {
  runs: 500,
  runsPerUser: 50,
  delegations: { limit: 60, seconds: 60 },
  redeem: { person: { limit: 5, seconds: 3600 }, peer: { limit: 20, seconds: 3600 } },
  localModels: { limit: 10, seconds: 60 },
  modelChecks: { limit: 3, seconds: 600 },
  exports: { limit: 10, seconds: 86_400 },
  lease: 30_000,
  heartbeat: 10_000,
  sweep: 2_000,
  runDeadline: 10 * 60_000,
  providerCalls: 4,
  stepCalls: 4,
  budgets: { runUsd: null, userDayUsd: null, instanceDayUsd: null },
  lostWorkers: 3,
  retryDelay: 1_000,
  waitInPlace: 20_000,
  drain: 4_000,
};
