import type { EnvironmentReader } from './read-environment.ts';

/** What AI work may cost, in USD. null: no limit. */
export interface BudgetConfig {
  readonly runUsd: number | null;
  readonly userDayUsd: number | null;
  readonly instanceDayUsd: number | null;
  /** USD for one token of a model whose price the provider does not list. null: the default for where it runs. */
  readonly unlistedPrice: { readonly prompt: number; readonly completion: number } | null;
}

/** Below what a credit of a pack costs its buyer (0.12 EUR at the least). */
const RUN_USD = 0.1;

export function readBudgets(env: EnvironmentReader): BudgetConfig {
  return {
    runUsd: readLimit(env, 'AI_BUDGET_RUN_USD', RUN_USD),
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
