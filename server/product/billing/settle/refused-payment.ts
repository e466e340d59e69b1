/** Why a payment was not granted, for the operator only. */
export type RefusalReason =
  | 'from the other mode'
  | 'unknown to the provider'
  | 'unknown price'
  | 'another amount, currency, interval or quantity than the price table'
  | 'paid for somebody else'
  | 'paid for nobody here';

/**
 * Money has moved, or seems to have, and nothing is granted for it: a person has to look. Retrying doesn't
 * help.
 */
export class RefusedPaymentError extends Error {
  override readonly name = 'RefusedPaymentError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(`a payment is refused: ${reason}`);
    this.reason = reason;
  }
}
