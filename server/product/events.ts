import type { RunErrorCode } from '#domain/run-messages.ts';
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
}

export function createProductEvents(log: Log): ProductEvents {
  return {
    runAccepted: (run) => log.info('a run was accepted', run),
    runSucceeded: (run) => log.info('a run has succeeded', run),
    runFailed: (run) => log.warn('a run has failed', run),
    runCancelled: (run) => log.info('a run was cancelled', run),
    runLost: (run) => log.warn('a run was lost to another worker, or ended meanwhile', run),
    operatorNeeded: (trouble) => log.error('the AI provider refuses this installation', trouble),
    accountOpened: (account) => log.info('an account was opened', account),
  };
}
