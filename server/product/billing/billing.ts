import { z } from 'zod';
import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { billingPortalFunction } from './checkout/billing-portal.ts';
import { type CheckoutDeps, checkoutFunction } from './checkout/checkout.ts';
import { lookAfterPlans } from './renew-plans.job.ts';
import { compareEvents } from './settle/compare-events.job.ts';
import { EVENT_QUEUE, retryWaitingEvents } from './settle/event-inbox.ts';
import { settleEvent } from './settle/settle-event.ts';
import { stripeWebhookFunction } from './settle/stripe-webhook.ts';

/** Dependencies of an installation that sells something. */
export type Billing = CheckoutDeps & { readonly jobs: Jobs };

export function billingFunctions(billing: Billing): readonly FunctionDefinition[] {
  return [checkoutFunction(billing), billingPortalFunction(billing), stripeWebhookFunction(billing)];
}

const eventJob = z.object({ event_id: z.string() });

/** Registers the queue and schedules of billing. Times are UTC. */
export async function registerBillingJobs(billing: Billing): Promise<void> {
  const { jobs } = billing;
  await jobs.work(
    EVENT_QUEUE,
    // Seven attempts in about ten minutes; after that the inbox is polled.
    { concurrency: 4, retryLimit: 6, retryDelay: 5, expireIn: 60 },
    async (payload) => settleEvent(billing, eventJob.parse(payload).event_id),
  );
  await jobs.schedule('retry-payment-events', '*/5 * * * *', () => retryWaitingEvents(billing));
  await jobs.schedule('look-after-plans', '7 * * * *', (signal) => lookAfterPlans(billing, signal));
  await jobs.schedule('compare-payment-events', '23 4 * * *', async (signal) => {
    await compareEvents(billing, signal);
  });
}
