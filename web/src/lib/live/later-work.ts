import { isLive, type Run } from '#domain/rows/run-row.ts';
import type { Delivery, ListedTask } from './task-cache.ts';

/**
 * The later of two states of a task's work. Answers to requests and live news overtake each other: a run that fails
 * within milliseconds has ended by news before the answer comes that says it is queued.
 */
export function laterRun(known: Run | null, run: Run): Run {
  if (known === null) return run;
  if (known.id !== run.id) return known.created_at > run.created_at ? known : run;
  // An ended run never goes back to live, nor to an earlier attempt.
  const isOvertaken = (!isLive(known) && isLive(run)) || run.attempt < known.attempt;
  return isOvertaken ? known : run;
}

/** The same for a row that was read as a whole, perhaps before the news that is known already. */
export function withLaterWork(known: ListedTask, row: ListedTask): ListedTask {
  return {
    ...(known.updated_at > row.updated_at ? known : row),
    run: row.run === null ? known.run : laterRun(known.run, row.run),
    delivery: laterDelivery(known.delivery, row.delivery),
  };
}

function laterDelivery(known: Delivery | null, delivery: Delivery | null): Delivery | null {
  if (known === null || delivery === null) return known ?? delivery;
  return known.created_at > delivery.created_at ? known : delivery;
}
