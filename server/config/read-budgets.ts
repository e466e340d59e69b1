import type { Budgets } from '#server/product/limits.ts';
import { RUN_BUDGETS } from '#server/product/run-budgets.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** What AI work may cost, in USD. */
export interface BudgetConfig extends Budgets {
  /** USD for one token of a model whose price the provider does not list. null: the default for where it runs. */
  readonly unlistedPrice: { readonly prompt: number; readonly completion: number } | null;
}

export function readBudgets(env: EnvironmentReader): BudgetConfig {
  return {
    runUsd: env.text('AI_BUDGET_RUN_USD') === null ? RUN_BUDGETS : readLimit(env, 'AI_BUDGET_RUN_USD', 0),
    userDayUsd: readLimit(env, 'AI_BUDGET_USER_DAY_USD', 1),
    instanceDayUsd: readLimit(env, 'AI_BUDGET_DAY_USD', 20),
    unlistedPrice: readPrice(env),
  };
}

function readLimit(env: EnvironmentReader, name: string, fallback: number): number | null {
  return env.text(name) === 'off' ? null : env.amount(name, fallback);
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
