import type { CallUsage, PlannedCall } from '../tool.ts';

/** USD for one token. */
export interface Price {
  readonly prompt: number;
  readonly completion: number;
}

/** Upper bound and actual cost of calls. */
export interface PriceList {
  /** Before the call, on the high side. */
  worstCost(call: PlannedCall): number;
  /** After it. Null: the provider has said neither a cost nor the tokens. */
  cost(model: string, usage: CallUsage | null): number | null;
}

export interface LivePriceList extends PriceList {
  /** Updates prices from the provider's list. */
  learn(prices: ReadonlyMap<string, Price>): void;
  /** As it was learned, not guessed; null where it was not. */
  listed(model: string): Price | null;
}

/**
 * Prices as the provider lists them. `unlisted` is what a model costs that is not in the list: nothing on one's own
 * computer, and elsewhere rather too much than too little.
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
