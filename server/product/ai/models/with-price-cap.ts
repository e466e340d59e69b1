import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { Price } from './prices.ts';

/**
 * Keeps a router from choosing a host that costs more than the call's reserve: such a call is refused instead
 * of charged. `priceOf` returns null without a known price, since a guess must exclude no host. Free models
 * need no cap.
 */
export function withPriceCap(textModel: TextModel, priceOf: (model: string) => Price | null): TextModel {
  return {
    ...textModel,
    complete(request, options) {
      const price = priceOf(request.model);
      const isPaid = price !== null && price.prompt + price.completion > 0;
      return textModel.complete(isPaid ? { ...request, maxPrice: price } : request, options);
    },
  };
}
