import type { Config } from '../config.ts';
import type { LivePriceList } from '../product/ai/models/prices.ts';
import { withPriceCap } from '../product/ai/models/with-price-cap.ts';
import type { TextModel } from '../providers/text-model/text-model.ts';

/** With a spending limit, wraps the text model so that its router uses no host above the listed price. */
export function withinBudgets(
  textModel: TextModel,
  prices: Pick<LivePriceList, 'listed'>,
  { runUsd, userDayUsd, instanceDayUsd, unlistedPrice }: Config['budgets'],
): TextModel {
  if ([runUsd, userDayUsd, instanceDayUsd].every((limit) => limit === null)) return textModel;
  return withPriceCap(textModel, (model) => prices.listed(model) ?? unlistedPrice);
}
