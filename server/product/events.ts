import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { Log } from '#server/lib/log.ts';

/** What happens in the product, told in one place. Ids and figures only: no titles, no texts, no addresses. */
export interface ProductEvents {
  runAccepted(run: { run_id: string; ai_task_type: string; is_demo: boolean }): void;
  runSucceeded(run: {
    run_id: string;
    attempt: number;
    model: string;
    calls: number;
    cost: number | null;
  }): void;
  runFailed(run: { run_id: string; attempt: number; code: RunErrorCode; error?: unknown }): void;
  runCancelled(run: { run_id: string }): void;
  /** Taken up, but by then ended or in other hands: its result is dropped. */
  runLost(run: { run_id: string; attempt: number }): void;
  /** Nobody's task is at fault: the key, the balance or the model's name is the operator's to mend. */
  operatorNeeded(trouble: { kind: string; error: unknown }): void;
  accountOpened(account: { user_id: string }): void;
  accountDeleted(account: { user_id: string }): void;
  codeRedeemed(redemption: { user_id: string; credits: number }): void;
  packBought(bought: { user_id: string; item: string }): void;
  /** Its bills, tier and allowance are as the payment provider has them. */
  planSettled(plan: { user_id: string; item: string; status: string }): void;
  /** Somebody had paid for two plans at once: the second is ended and paid back. */
  surplusPlanEnded(plan: {
    user_id: string;
    subscription_ref: string;
    kept_ref: string;
    refunded_cents: number;
  }): void;
  /** The payment provider does not have it any more: it ends with what was paid for. */
  planVanished(plan: { user_id: string; subscription_ref: string }): void;
  /** A refund has failed, perhaps after it had been called done: the money is here, its credits are the person's. */
  refundFailed(failure: RefundFailure): void;
  /** What was paid for a second plan could not be given back: an operator has to find another way. */
  surplusRefundFailed(failure: RefundFailure): void;
  /** Money has moved, or seems to have, and nothing was given for it: an operator has to look. */
  paymentRefused(refusal: { event_id: string; reason: string }): void;
  /** The payment provider did not do what somebody asked for. */
  paymentsFailed(trouble: { kind: string; error: unknown }): void;
  /** Messages of the payment provider that could not be settled so far. */
  paymentsWait(waiting: { events: number; since: string }): void;
  /** The daily comparison has found messages that never came. */
  paymentEventsMissed(missed: { events: number }): void;
}

type RefundFailure = {
  readonly user_id: string;
  readonly refund: string;
  readonly cents: number;
  /** In the payment provider's own word. */
  readonly reason: string;
};

export function createProductEvents(log: Log): ProductEvents {
  return {
    runAccepted: (run) => log.info('a run was accepted', run),
    runSucceeded: (run) => log.info('a run has succeeded', run),
    runFailed: (run) => log.warn('a run has failed', run),
    runCancelled: (run) => log.info('a run was cancelled', run),
    runLost: (run) => log.warn('a run was lost to another worker, or ended meanwhile', run),
    operatorNeeded: (trouble) => log.error('the AI provider refuses this installation', trouble),
    accountOpened: (account) => log.info('an account was opened', account),
    accountDeleted: (account) => log.info('an account was deleted', account),
    codeRedeemed: (redemption) => log.info('a code was redeemed', redemption),
    packBought: (bought) => log.info('a pack was bought', bought),
    planSettled: (plan) => log.info('a plan was settled', plan),
    surplusPlanEnded: (plan) => log.warn('a second plan of one person was ended and paid back', plan),
    planVanished: (plan) => log.warn('the payment provider has a plan no more: it is written as ended', plan),
    refundFailed: (failure) => log.warn('a refund has failed: what it took is given back', failure),
    surplusRefundFailed: (failure) =>
      log.error('the refund of a second plan has failed: give the money back in another way', failure),
    paymentRefused: (refusal) =>
      log.error('a payment was refused: look at it at the payment provider', refusal),
    paymentsFailed: (trouble) => log.error('the payment provider did not answer as it should', trouble),
    paymentsWait: (waiting) => log.error('messages of the payment provider wait to be settled', waiting),
    paymentEventsMissed: (missed) => log.warn('messages of the payment provider had not come', missed),
  };
}
