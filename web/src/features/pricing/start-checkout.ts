import * as z from 'zod/mini';
import type { CheckoutItem } from '#domain/shop/plans.ts';
import { callFunction } from '#web/lib/server/call-function.ts';

const answer = z.object({ url: z.string() });

/** Opens a checkout for what is to be bought. Answers with the address of its page, on our host or the payment provider's. */
export async function startCheckout(item: CheckoutItem): Promise<string> {
  const { url } = answer.parse(await callFunction('checkout', { item }));
  const { protocol } = new URL(url, location.origin);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`checkout answered with a ${protocol} address`);
  return url;
}
