import type Stripe from 'stripe';
import { ForgedMessageError } from './payments.ts';

/** Seconds by which a signature may be older or newer than this clock. */
const TOLERANCE = 300;

export interface SignedMessage {
  readonly body: Uint8Array;
  readonly signature: string | null;
  /** One, or two while one replaces the other. */
  readonly secrets: readonly string[];
  readonly now: Date;
}

/**
 * The event in these bytes. Throws ForgedMessageError. The official package checks the signature and its age; that it
 * is not from the future is ours to check.
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
