import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { Log } from '#server/lib/log.ts';

/** Events of the product, defined in one place. Ids and figures only: no titles, texts or addresses. */
export interface ProductEvents {
  runAccepted(run: KnownRun): void;
  /** It waits for answers of its owner, and has no credit. */
  runAsked(run: KnownRun & { questions: number }): void;
  /** The credit of a run that might have asked, or has, was taken. */
  runPaid(run: { run_id: string }): void;
  runSucceeded(run: KnownRun & { attempt: number; model: string; calls: number; cost: number | null }): void;
  runFailed(run: KnownRun & { attempt: number; code: RunErrorCode; error?: unknown }): void;
  runCancelled(run: KnownRun): void;
  /** Claimed, but ended or held by another worker by then: its result is dropped. */
  runLost(run: { run_id: string; attempt: number }): void;
  /** No task is at fault: the operator must fix the key, the balance or the model name. */
  operatorNeeded(trouble: { kind: string; error: unknown }): void;
  accountOpened(account: { user_id: string }): void;
  accountDeleted(account: { user_id: string }): void;
  codeRedeemed(redemption: { user_id: string; credits: number }): void;
  packBought(bought: { user_id: string; item: string }): void;
  /** Its bills, tier and allowance match the payment provider's. */
  planSettled(plan: { user_id: string; item: string; status: string }): void;
  /** A user paid for two plans at once: the second is ended and refunded. */
  surplusPlanEnded(plan: {
    user_id: string;
    subscription_ref: string;
    kept_ref: string;
    refunded_cents: number;
  }): void;
  /** The payment provider no longer has it: it ends with the paid time. */
  planVanished(plan: { user_id: string; subscription_ref: string }): void;
  /** A refund failed, perhaps after it had succeeded: the money is here, and the user has its credits. */
  refundFailed(failure: RefundFailure): void;
  /** The refund of a second plan failed: an operator has to find another way. */
  surplusRefundFailed(failure: RefundFailure): void;
  /** Money has moved, or seems to have, and nothing was granted for it: an operator has to look. */
  paymentRefused(refusal: { event_id: string; reason: string }): void;
  /** The payment provider failed a user's request. */
  paymentsFailed(trouble: { kind: string; error: unknown }): void;
  /** The payment provider's events that couldn't be settled so far. */
  paymentsWait(waiting: { events: number; since: string }): void;
  /** The daily comparison found events that were never delivered. */
  paymentEventsMissed(missed: { events: number }): void;
}

type KnownRun = {
  readonly run_id: string;
  readonly ai_task_type: AiTaskType;
  readonly is_demo: boolean;
  /** No credit was taken for it, or not yet. */
  readonly is_unpaid: boolean;
};

type RefundFailure = {
  readonly user_id: string;
  readonly refund: string;
  readonly cents: number;
  /** In the payment provider's words. */
  readonly reason: string;
};

export function createProductEvents(log: Log): ProductEvents {
  return {
    runAccepted: (run) => log.info('a run was accepted', run),
    runAsked: (run) => log.info('a run waits for answers', run),
    runPaid: (run) => log.info('the credit of a run was taken', run),
    runSucceeded: (run) => log.info('a run has succeeded', run),
    runFailed: (run) => log.warn('a run has failed', run),
    runCancelled: (run) => log.info('a run was cancelled', run),
    runLost: (run) => log.warn('a run was taken over by another worker or has already ended', run),
    operatorNeeded: (trouble) => log.error('the AI provider rejects this installation', trouble),
    accountOpened: (account) => log.info('an account was opened', account),
    accountDeleted: (account) => log.info('an account was deleted', account),
    codeRedeemed: (redemption) => log.info('a code was redeemed', redemption),
    packBought: (bought) => log.info('a pack was bought', bought),
    planSettled: (plan) => log.info('a plan was settled', plan),
    surplusPlanEnded: (plan) => log.warn('a second plan of one person was cancelled and refunded', plan),
    planVanished: (plan) =>
      log.warn('the payment provider no longer has a plan, it is recorded as ended', plan),
    refundFailed: (failure) => log.warn('a refund failed, the credits it took are granted again', failure),
    surplusRefundFailed: (failure) =>
      log.error('the refund of a second plan failed, pay the money back another way', failure),
    paymentRefused: (refusal) =>
      log.error('a payment was refused, look it up at the payment provider', refusal),
    paymentsFailed: (trouble) => log.error('the payment provider gave an unexpected answer', trouble),
    paymentsWait: (waiting) =>
      log.error('messages from the payment provider are waiting to be settled', waiting),
    paymentEventsMissed: (missed) => log.warn('messages from the payment provider had not arrived', missed),
  };
}
