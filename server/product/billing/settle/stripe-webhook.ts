import { z } from 'zod';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import { BodyError, readBytes } from '#server/platform/http/read-json.ts';
import { ForgedMessageError } from '#server/providers/payments/payments.ts';
import { type InboxDeps, receiveEvent } from './event-inbox.ts';

/** Stripe's largest events have some 100 kB. */
const MAX_BYTES = 1024 * 1024;

/**
 * POST /functions/v1/stripe-webhook: the payment provider's signed events, the only way for a payment to become
 * known. Unsigned requests leave no trace. Signed ones are stored and acknowledged at once, then settled by the
 * queue.
 */
export function stripeWebhookFunction(deps: InboxDeps): FunctionDefinition {
  return {
    name: 'stripe-webhook',
    access: 'anyone',
    input: null,
    async handle({ request }) {
      const event = await readEvent(deps, request).catch((error: unknown) => {
        throw isUnusable(error)
          ? new FunctionError(
              400,
              'invalid_message',
              "This isn't a signed message from the payment provider.",
            )
          : error;
      });
      await receiveEvent(deps, event, 'webhook');
      return { received: true };
    },
  };
}

async function readEvent({ payments }: InboxDeps, request: Request) {
  const body = await readBytes(request, MAX_BYTES);
  return payments.readEvent(body, request.headers.get('stripe-signature'));
}

const isUnusable = (error: unknown): boolean =>
  error instanceof ForgedMessageError || error instanceof BodyError || error instanceof z.ZodError;
