import { type CheckoutInput, checkoutInput } from '#domain/functions/inputs.ts';
import type { Offer, PlanOffer } from '#domain/shop/offers.ts';
import { planAfter } from '#domain/shop/plans.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import { PaymentsError } from '#server/providers/payments/payments.ts';
import { userIdOf } from '../../accounts/user-id-of.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { settleSubscription } from '../settle/settle-subscription.ts';
import { keepOrder } from './checkout-orders.ts';
import { findCustomer, isCustomerGone, withCustomer } from './customers.ts';

export type CheckoutDeps = BillingDeps & {
  /** The app's own URL, to which the payment provider redirects back. */
  readonly publicUrl: string;
};

/** POST /functions/v1/checkout: URL of a page to pay for one item. Grants nothing. */
export function checkoutFunction(deps: CheckoutDeps): FunctionDefinition<CheckoutInput> {
  return {
    name: 'checkout',
    access: 'user',
    input: checkoutInput,
    async handle({ input, caller }) {
      const offer = deps.offers.find(input.item);
      if (!offer) throw new FunctionError(400, 'invalid_input', `item: ${input.item} isn’t sold here`);
      return { url: await reporting(deps, openCheckout(deps, userIdOf(caller), offer)) };
    },
  };
}

async function openCheckout(deps: CheckoutDeps, userId: string, offer: Offer): Promise<string> {
  const { payments, links, publicUrl } = deps;
  if (offer.kind === 'pack') {
    const link = links.get(offer.item);
    if (link !== undefined) return linkFor(deps, link, userId);
  } else {
    const change = await changeOf(deps, userId, offer);
    if (change !== null) return change;
  }
  const { ref, url, priceRef } = await withCustomer(deps, userId, (customerRef) =>
    payments.openCheckout({
      offer,
      userId,
      customerRef,
      successUrl: `${publicUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/pricing`,
    }),
  );
  await keepOrder(deps, { checkoutRef: ref, userId, priceRef, offer });
  return url;
}

/** Users with a plan change it instead, since a second plan would be charged in addition. */
async function changeOf(deps: CheckoutDeps, userId: string, offer: PlanOffer): Promise<string | null> {
  const { database, payments, offers, publicUrl } = deps;
  const [plan] = await database.query<{ subscription_ref: string; item: string }>(
    `select subscription_ref, item from public.subscriptions
     where user_id = $1 and account = $2 and status in ('active', 'unpaid') order by created_at desc limit 1`,
    [userId, payments.account],
  );
  const customerRef = plan && (await findCustomer(deps, userId));
  if (!plan || !customerRef) return null;
  const change = {
    subscriptionRef: plan.subscription_ref,
    offer: offers.of(planAfter(plan.item, offer.item)),
  };
  try {
    return await payments.openPortal({
      customerRef,
      returnUrl: `${publicUrl}/settings`,
      ...(plan.item !== offer.item && { change }),
    });
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    // The plan ended at the provider together with its customer, so it can be bought again.
    await settleSubscription(deps, plan.subscription_ref);
    return null;
  }
}

/** The link's parameters identify the buyer when the payment arrives. */
async function linkFor({ database }: CheckoutDeps, link: string, userId: string): Promise<string> {
  const [person] = await database.query<{ email: string | null }>(
    'select email from auth.users where id = $1',
    [userId],
  );
  const address = new URL(link);
  address.searchParams.set('client_reference_id', userId);
  if (person?.email) address.searchParams.set('prefilled_email', person.email);
  return address.href;
}

/** Reports a failure's cause to the operator; the user only learns that it failed. */
export async function reporting<T>({ events }: BillingDeps, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    events.paymentsFailed({ kind: error.kind, error });
    throw new FunctionError(
      503,
      'payments_unavailable',
      'Couldn’t reach the payment service. Please try again later.',
    );
  }
}
