import { WRITING_RESERVE } from '../ai/engine/keep-back.ts';
import type { PriceList } from '../ai/prices.ts';
import type { PlannedCall } from '../ai/tool.ts';
import type { Budgets } from '../limits.ts';

/**
 * Up to where a call may spend each budget, in USD; null: no limit. Of the run's it keeps a part, and at least what the
 * call costs that must come after it. Of the day's it keeps as much money, and never less than what writing takes: half
 * of a run is not half of a day.
 */
export function moneyLeft({ keep }: Pick<PlannedCall, 'keep'>, budgets: Budgets, prices: PriceList): Budgets {
  const { runUsd, userDayUsd, instanceDayUsd } = budgets;
  if (keep === undefined) return budgets;
  const worst = keep.call ? prices.worstCost(keep.call) : 0;
  const ofDay = (usd: number | null): number | null => {
    if (usd === null) return null;
    const ofRun = keep.part * Math.min(usd, runUsd ?? usd);
    return usd - Math.max(Math.min(keep.part, WRITING_RESERVE) * usd, ofRun, worst);
  };
  return {
    runUsd: runUsd === null ? null : runUsd - Math.max(keep.part * runUsd, worst),
    userDayUsd: ofDay(userDayUsd),
    instanceDayUsd: ofDay(instanceDayUsd),
  };
}
