import type { Config } from '../config.ts';
import type { LivePriceList } from '../product/ai/models/prices.ts';
import { withPriceCap } from '../product/ai/models/with-price-cap.ts';
import type { TextModel } from '../providers/text-model/text-model.ts';

/** Where AI work has a limit, a text model whose router chooses no host that takes more than its list says. */
export function withinBudgets(
  textModel: TextModel,
  prices: Pick<LivePriceList, 'listed'>,
  { runUsd, userDayUsd, instanceDayUsd, unlistedPrice }: Config['budgets'],
): TextModel {
  if ([runUsd, userDayUsd, instanceDayUsd].every((limit) => limit === null)) return textModel;
  return withPriceCap(textModel, (model) => prices.listed(model) ?? unlistedPrice);
}
