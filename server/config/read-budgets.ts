import { type Budgets, RUN_BUDGETS } from '#server/product/limits.ts';
import type { EnvironmentReader } from './read-environment.ts';
import type { ValueReader } from './read-values.ts';

/** Limits on the cost of AI work, in USD. */
export interface BudgetConfig extends Budgets {
  /** USD per token for a model that the provider lists no price for. Null: the default for its location. */
  readonly unlistedPrice: { readonly prompt: number; readonly completion: number } | null;
}

export function readBudgets(env: EnvironmentReader): BudgetConfig {
  const limits = env.pairs('AI_BUDGETS', {
    run: 'AI_BUDGET_RUN_USD',
    person_day: 'AI_BUDGET_USER_DAY_USD',
    day: 'AI_BUDGET_DAY_USD',
  });
  return {
    runUsd: limits.text('run') === null ? RUN_BUDGETS : readLimit(limits, 'run', 0),
    userDayUsd: readLimit(limits, 'person_day', 1),
    instanceDayUsd: readLimit(limits, 'day', 20),
    unlistedPrice: readPrice(env),
  };
}

function readLimit(limits: ValueReader, key: string, fallback: number): number | null {
  return limits.text(key) === 'off' ? null : limits.amount(key, fallback);
}

function readPrice(env: EnvironmentReader): BudgetConfig['unlistedPrice'] {
  const value = env.text('AI_PRICE');
  if (value === null) return null;
  const match = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(value);
  if (!match) {
    env.problem('AI_PRICE: must be USD for a million tokens read and written, such as 0.30/2.50');
    return null;
  }
  return { prompt: Number(match[1]) / 1_000_000, completion: Number(match[2]) / 1_000_000 };
}
