import Stripe from 'stripe';
import { PaymentsError } from './payments.ts';

/** Converts the Stripe client's errors. Their messages may quote the request, so they are only kept as the cause. */
function toPaymentsError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { errors } = Stripe;
  const said = [error.type, error.code, error.statusCode, error.requestId].filter(Boolean).join(', ');
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new PaymentsError('misconfigured', `Stripe rejects the key (${said})`, error);
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError)
    return new PaymentsError('unavailable', `Couldn't reach Stripe (${said})`, error);
  if (error instanceof errors.StripeAPIError)
    return new PaymentsError('unavailable', `Stripe failed (${said})`, error);
  if (error.code === 'resource_missing' && error.param === 'customer')
    return new PaymentsError('customer_gone', `Stripe doesn't know this customer (${said})`, error);
  return new PaymentsError('refused', `Stripe refused the request (${said})`, error);
}

/** Null if Stripe doesn't have it. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw toPaymentsError(error);
  }
}

export async function translating<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw toPaymentsError(error);
  }
}
