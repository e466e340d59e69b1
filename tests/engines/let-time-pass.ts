import type { Subscription } from '#simulators/stripe/objects.ts';
import type { TestUser } from '../fixtures/factories.ts';
import type { BillingWorld } from '../worlds/billing-world.ts';

/** Lets the running month and period of a plan end a moment ago, as time would. */
export async function letTimePass(
  { stripe, billing: { database } }: BillingWorld,
  user: TestUser,
  subscription: Subscription,
): Promise<void> {
  const ended = Math.floor(Date.now() / 1000) - 60;
  const length = subscription.item.current_period_end - subscription.item.current_period_start;
  Object.assign(subscription.item, { current_period_start: ended - length, current_period_end: ended });
  for (const invoice of stripe.state.invoices.values()) {
    if (invoice.subscription !== subscription.id) continue;
    for (const line of invoice.lines) line.period = { start: ended - length, end: ended };
  }
  await database.query(
    `update private.plan_periods set starts_at = now() - interval '40 days', ends_at = now() - interval '1 minute'
     where user_id = $1`,
    [user.id],
  );
  await database.query(
    `update private.credit_balances set expires_at = now() - interval '1 minute'
     where user_id = $1 and expires_at is not null`,
    [user.id],
  );
}
