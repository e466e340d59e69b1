import { WRITING_RESERVE } from '../ai/engine/reserve-writing-budget.ts';
import type { PriceList } from '../ai/models/prices.ts';
import type { PlannedCall } from '../ai/tool.ts';
import type { ToolBudgets } from '../limits.ts';

/**
 * Up to where a call may spend each budget, in USD; null: no limit. Of the run's it keeps a part, and at least what the
 * call costs that must come after it. Of the day's it keeps as much money, and never less than what writing takes: half
 * of a run is not half of a day.
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
  // A dear writer takes more than its part; what was searched has to be read all the same.
  const beyondWriting = Math.max(0, keep.part - WRITING_RESERVE);
  const ofRun = (usd: number): number => Math.max(keep.part * usd, worst + beyondWriting * usd);
  return {
    runUsd: runUsd === null ? null : runUsd - ofRun(runUsd),
    userDayUsd: ofDay(userDayUsd),
    instanceDayUsd: ofDay(instanceDayUsd),
  };
}
