import type { CallUsage, PlannedCall } from '../tool.ts';

/** USD per token. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
}

/** Upper bound and actual cost of calls. */
export interface PriceList {
  /** Upper bound before the call. */
  worstCost(call: PlannedCall): number;
  /** Actual cost after it. Null if the provider reported neither cost nor tokens. */
  cost(model: string, usage: CallUsage | null): number | null;
}

export interface LivePriceList extends PriceList {
  /** Updates prices from the provider's list. */
  learn(prices: ReadonlyMap<string, Price>): void;
  /** As listed by the provider, not guessed; null if it isn't listed. */
  listed(model: string): Price | null;
}

/**
 * Prices as listed by the provider. `unlisted` is the price of any other model: zero on a local computer, and
 * elsewhere rather too high than too low.
 */
export function createPriceList(unlisted: Price): LivePriceList {
  let listed: ReadonlyMap<string, Price> = new Map();
  const find = (model: string): Price | null =>
    listed.get(model) ?? listed.get(model.replace(/:[a-z]+$/, '')) ?? null;
  const total = (model: string, prompt: number, completion: number): number => {
    const price = find(model) ?? unlisted;
    return prompt * price.prompt + completion * price.completion;
  };
  return {
    learn(prices) {
      listed = prices;
    },
    listed: find,
    worstCost: ({ model, promptTokens, maxTokens, usd }) => usd ?? total(model, promptTokens, maxTokens),
    cost: (model, usage) => usage && (usage.cost ?? total(model, usage.promptTokens, usage.completionTokens)),
  };
}

/** Prices of zero: tests and the demo. */
export const FREE: PriceList = {
  worstCost: ({ usd }) => usd ?? 0,
  cost: (_model, usage) => usage?.cost ?? 0,
};
