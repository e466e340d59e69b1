import type Stripe from 'stripe';
import { ForgedMessageError } from './payments.ts';

/** Maximum difference between a signature's time and this clock in seconds. */
const TOLERANCE = 300;

export interface SignedMessage {
  readonly body: Uint8Array;
  readonly signature: string | null;
  /** One, or two during a rotation. */
  readonly secrets: readonly string[];
  readonly now: Date;
}

/**
 * Returns the verified event. Throws ForgedMessageError. The official package checks signature and age; we also check
 * that it isn't from the future.
 */
export function verifyMessage(webhooks: Stripe['webhooks'], message: SignedMessage): Stripe.Event {
  const { body, signature, secrets, now } = message;
  if (signature === null) throw new ForgedMessageError('the message is not signed');
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(Math.abs(now.getTime() / 1000 - signedAt) <= TOLERANCE)) {
    throw new ForgedMessageError(`the signature is not of the last ${TOLERANCE} seconds`);
  }
  let problem: unknown;
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime());
    } catch (error) {
      problem = error;
    }
  }
  throw new ForgedMessageError('the signature does not fit the message', { cause: problem });
}
