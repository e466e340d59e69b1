import type { Offers } from '#domain/shop/offers.ts';
import { intervalOf, type PlanKey } from '#domain/shop/plans.ts';
import { newToken } from '#server/lib/ids.ts';
import type { TestState, TestSubscription } from './local-state.ts';

type Bill = TestSubscription['bills'][number];
type Asked = Pick<Bill, 'cents' | 'currency'>;

/** Creates a bill with the period it pays for and its price. */
export function newBill(item: PlanKey, startsAt: Date, { cents, currency }: Asked): Bill {
  const endsAt = new Date(startsAt);
  if (intervalOf(item) === 'year') endsAt.setUTCFullYear(endsAt.getUTCFullYear() + 1);
  else endsAt.setUTCMonth(endsAt.getUTCMonth() + 1);
  return {
    ref: `in_test_${newToken(12)}`,
    item,
    cents,
    currency,
    paid_at: startsAt.toISOString(),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  };
}

/** Applies the passage of time: the plan is billed again at the price it was sold for, or ends. */
export function letTimePass(
  subscription: TestSubscription,
  { offers, now }: { offers: Offers; now: Date },
): void {
  while (subscription.ended_at === null) {
    const endsAt = new Date(subscription.bills[0]?.ends_at ?? 0);
    if (endsAt > now) return;
    if (subscription.is_cancelled) {
      subscription.ended_at = endsAt.toISOString();
    } else {
      const { item, next_item: next, bills } = subscription;
      subscription.item = next;
      bills.unshift(newBill(next, endsAt, (next === item && bills[0]) || offers.of(next)));
    }
  }
}

/** An upgrade starts at once, a downgrade with the next bill, as configured in the real portal. */
export function changePlan(
  subscription: TestSubscription,
  item: PlanKey,
  { offers, now }: { offers: Offers; now: Date },
): void {
  subscription.next_item = item;
  subscription.is_cancelled = false;
  const [next, old] = [offers.of(item), offers.of(subscription.item)];
  const isBetter = next.credits > old.credits || (next.credits === old.credits && next.cents > old.cents);
  if (!isBetter) return;
  subscription.item = item;
  subscription.bills.unshift(newBill(item, now, next));
}

export function subscriptionOf(state: TestState, ref: string): TestSubscription | undefined {
  return state.subscriptions.find((each) => each.ref === ref);
}

/** Returns the customer's active plan. */
export function runningPlan(state: TestState, customerRef: string): TestSubscription | undefined {
  return state.subscriptions.find((each) => each.customer_ref === customerRef && each.ended_at === null);
}
