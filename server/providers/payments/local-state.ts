import { z } from 'zod';
import { checkoutItem } from '#domain/functions/inputs.ts';
import { PLAN_KEYS } from '#domain/shop/plans.ts';

const plan = z.enum(PLAN_KEYS);
const time = z.iso.datetime();

/** Price at the time of sale; missing in older records, for which the current price list applies. */
const asked = { cents: z.int().optional(), currency: z.string().optional() };

const checkout = z.object({
  ref: z.string(),
  user_id: z.string(),
  customer_ref: z.string(),
  item: checkoutItem,
  ...asked,
  is_paid: z.boolean(),
  is_closed: z.boolean().default(false),
  payment_ref: z.string(),
  subscription_ref: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  happened_at: time,
});
export type TestCheckoutRow = z.output<typeof checkout>;

const bill = z.object({
  ref: z.string(),
  item: plan,
  ...asked,
  paid_at: time,
  starts_at: time,
  ends_at: time,
});

const subscription = z.object({
  ref: z.string(),
  user_id: z.string(),
  customer_ref: z.string(),
  checkout_ref: z.string(),
  item: plan,
  /** Plan of the next bill. */
  next_item: plan,
  is_cancelled: z.boolean(),
  ended_at: time.nullable(),
  /** Newest first. */
  bills: z.array(bill).min(1),
});
export type TestSubscription = z.output<typeof subscription>;

const portal = z.object({ ref: z.string(), customer_ref: z.string(), return_url: z.string() });

const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.literal(false),
  data: z.object({ object: z.object({ id: z.string() }) }),
});
export type TestEvent = z.output<typeof event>;

/** The state of the local test checkout, stored in one file. */
export const testState = z.object({
  checkouts: z.array(checkout),
  subscriptions: z.array(subscription),
  portals: z.array(portal),
  events: z.array(event),
});
export type TestState = z.output<typeof testState>;
