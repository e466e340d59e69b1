import type Stripe from 'stripe';
import type { Offer } from '#domain/shop/offers.ts';
import { PaymentsError } from './payments.ts';
import { translating } from './stripe-failure.ts';

/** Marks our portal configuration in an account that may have others. */
const MARK = 'errand';

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  const { data } = await translating(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  return data.find(({ metadata }) => metadata?.[MARK] === 'portal') ?? null;
}

/** Cached for a while, since the set-up may create another. */
export function createPortalFinder(stripe: Stripe): () => Promise<string> {
  let known: { readonly id: string; readonly until: number } | null = null;
  return async () => {
    if (known && known.until > Date.now()) return known.id;
    const found = await findPortal(stripe);
    if (!found)
      throw new PaymentsError(
        'misconfigured',
        'Stripe has no customer portal yet, run the set-up (docs/billing.md)',
      );
    known = { id: found.id, until: Date.now() + 300_000 };
    return found.id;
  };
}

export interface PlanPrices {
  readonly product: string;
  readonly prices: readonly string[];
}

/**
 * Features of the customer portal. An upgrade starts a new period at once, with a credit for the rest of the old
 * one; a downgrade or cancellation takes effect at the end of the paid period.
 */
export function portalParams(
  plans: readonly PlanPrices[],
): Stripe.BillingPortal.ConfigurationCreateParams & Stripe.BillingPortal.ConfigurationUpdateParams {
  return {
    metadata: { [MARK]: 'portal' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: 'now',
        schedule_at_period_end: {
          conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
        },
        products: plans.map(({ product, prices }) => ({ product, prices: [...prices] })),
      },
    },
  };
}

/** Stripe product of an offer; both prices of a plan share one. */
export const productId = (offer: Offer): string =>
  `errand_${offer.kind === 'plan' ? offer.tier : offer.item}`;
