import type { ProductEvents } from '../events.ts';
import { type Patience, persist } from './persist.ts';
import type { HeldRun, RunStore } from './run-store.ts';

/** The credit of a run at work. Only a run that may still ask has none yet. */
export interface RunCredit {
  isDue(): boolean;
  /** Takes it, with the defaults of questions that nobody has answered. */
  take(): Promise<'paid' | 'no_credits' | 'lost'>;
}

export function runCredit(
  { store, events }: { store: RunStore; events: ProductEvents },
  run: HeldRun,
  isUnpaid: boolean,
  patience: Patience,
): RunCredit {
  let isDue = isUnpaid;
  return {
    isDue: () => isDue,
    async take() {
      const answer = await persist(patience, () => store.pay(run));
      if (answer === 'paid') {
        isDue = false;
        events.runPaid({ run_id: run.runId });
      }
      return answer;
    },
  };
}
