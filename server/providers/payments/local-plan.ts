import type { Offers } from '#domain/offers.ts';
import { intervalOf, type PlanKey } from '#domain/plans.ts';
import { newToken } from '#server/lib/ids.ts';
import type { TestState, TestSubscription } from './local-state.ts';

/** The time that a bill of this plan pays for. */
export function newBill(item: PlanKey, startsAt: Date): TestSubscription['bills'][number] {
  const endsAt = new Date(startsAt);
  if (intervalOf(item) === 'year') endsAt.setUTCFullYear(endsAt.getUTCFullYear() + 1);
  else endsAt.setUTCMonth(endsAt.getUTCMonth() + 1);
  return {
    ref: `in_test_${newToken(12)}`,
    item,
    paid_at: startsAt.toISOString(),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  };
}

/** What time does to a plan: it is billed again, or it ends. */
export function letTimePass(subscription: TestSubscription, now: Date): void {
  while (subscription.ended_at === null) {
    const endsAt = new Date(subscription.bills[0]?.ends_at ?? 0);
    if (endsAt > now) return;
    if (subscription.is_cancelled) {
      subscription.ended_at = endsAt.toISOString();
    } else {
      subscription.item = subscription.next_item;
      subscription.bills.unshift(newBill(subscription.item, endsAt));
    }
  }
}

/** A dearer plan begins at once, a cheaper one with the next bill: as the real portal is set up. */
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
  subscription.bills.unshift(newBill(item, now));
}

export function subscriptionOf(state: TestState, ref: string): TestSubscription | undefined {
  return state.subscriptions.find((each) => each.ref === ref);
}

/** The plan that runs for this customer. */
export function runningPlan(state: TestState, customerRef: string): TestSubscription | undefined {
  return state.subscriptions.find((each) => each.customer_ref === customerRef && each.ended_at === null);
}
