import { WRITING_RESERVE } from '../ai/engine/reserve-writing-budget.ts';
import type { PriceList } from '../ai/models/prices.ts';
import type { PlannedCall } from '../ai/tool.ts';
import type { ToolBudgets } from '../limits.ts';

/**
 * How far a call may spend each budget, in USD; null: no limit. Of the run's budget it reserves a part, at
 * least the cost of the call that must follow. Of the day's it reserves the same amount, and at least what
 * writing takes: half of a run isn't half of a day.
 */
export function moneyLeft(
  { keep }: Pick<PlannedCall, 'keep'>,
  budgets: ToolBudgets,
  prices: PriceList,
): ToolBudgets {
  const { runUsd, userDayUsd, instanceDayUsd } = budgets;
  if (keep === undefined) return budgets;
  const worst = keep.call ? prices.worstCost(keep.call) : 0;
  const ofDay = (usd: number | null): number | null => {
    if (usd === null) return null;
    const part = keep.part * Math.min(usd, runUsd ?? usd);
    return usd - Math.max(Math.min(keep.part, WRITING_RESERVE) * usd, part, worst);
  };
  // An expensive writer takes more than its part, but the search results must still be read.
  const beyondWriting = Math.max(0, keep.part - WRITING_RESERVE);
  const ofRun = (usd: number): number => Math.max(keep.part * usd, worst + beyondWriting * usd);
  return {
    runUsd: runUsd === null ? null : runUsd - ofRun(runUsd),
    userDayUsd: ofDay(userDayUsd),
    instanceDayUsd: ofDay(instanceDayUsd),
  };
}
