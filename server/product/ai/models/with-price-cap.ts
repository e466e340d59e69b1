import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { Price } from './prices.ts';

/**
 * A model whose router may choose no host that is dearer than what is set aside for a call: such a call is refused
 * instead of charged. `priceOf` answers null where nobody has named a price: a guess must keep no host away. What costs
 * nothing needs no cap.
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
