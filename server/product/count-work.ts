import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { NOTHING_USED } from './ai/models/make-call.ts';
import type { PriceList } from './ai/models/prices.ts';
import type { CallUsage } from './ai/tool.ts';
import type { RunStore } from './delegation/run-store.ts';
import type { ProductEvents } from './events.ts';

/** Figures for monitoring. Nothing in them identifies a person, a task or a run. */
export interface ProductCounters {
  runEnded(run: EndedRun): void;
  creditMoved(kind: 'debited' | 'refunded'): void;
  /** About to be made. `model` is one that is configured, or the only one that the endpoint lists. */
  callBegun(model: string): void;
  callAnswered(answer: {
    readonly model: string;
    /** Null if the provider didn't report it. */
    readonly usage: CallUsage | null;
    readonly usd: number;
  }): void;
}

export interface EndedRun {
  readonly tool: AiTaskType;
  readonly ending: 'succeeded' | 'failed' | 'cancelled';
  /** Why it failed. */
  readonly code?: RunErrorCode;
}

/** Counts how runs end, and the credits that moved with them: a demo moves none, and each failure gives one back. */
export function countEvents(events: ProductEvents, counters: ProductCounters): ProductEvents {
  const move = (kind: 'debited' | 'refunded', run: { is_demo: boolean; is_unpaid: boolean }): void => {
    if (!run.is_demo && !run.is_unpaid) counters.creditMoved(kind);
  };
  return {
    ...events,
    runAccepted(run) {
      events.runAccepted(run);
      move('debited', run);
    },
    runPaid(run) {
      events.runPaid(run);
      counters.creditMoved('debited');
    },
    runSucceeded(run) {
      events.runSucceeded(run);
      counters.runEnded({ tool: run.ai_task_type, ending: 'succeeded' });
    },
    runFailed(run) {
      events.runFailed(run);
      counters.runEnded({ tool: run.ai_task_type, ending: 'failed', code: run.code });
      move('refunded', run);
    },
    runCancelled(run) {
      events.runCancelled(run);
      counters.runEnded({ tool: run.ai_task_type, ending: 'cancelled' });
      move('refunded', run);
    },
  };
}

/** Counts the provider calls on record, and those that were answered. */
export function countCalls(store: RunStore, counters: ProductCounters, prices: PriceList): RunStore {
  return {
    ...store,
    async beginCall(run, call, limits) {
      const decision = await store.beginCall(run, call, limits);
      if ('callId' in decision) counters.callBegun(call.model);
      return decision;
    },
    async settleCall(callId, model, usage) {
      await store.settleCall(callId, model, usage);
      if (usage !== NOTHING_USED) {
        counters.callAnswered({ model, usage, usd: prices.cost(model, usage) ?? 0 });
      }
    },
  };
}
