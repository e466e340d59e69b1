import { isLive, type Run } from '#domain/rows/run-row.ts';
import type { Delivery, ListedTask } from './task-cache.ts';

/**
 * The later of two states of a task's run. Responses and live updates overtake each other: a run that fails
 * within milliseconds may end before the response arrives that says it is queued.
 */
export function laterRun(known: Run | null, run: Run): Run {
  if (known === null) return run;
  if (known.id !== run.id) return known.created_at > run.created_at ? known : run;
  // An ended run never goes back to live, nor to an earlier attempt.
  const isOvertaken =
    (!isLive(known) && isLive(run)) ||
    run.attempt < known.attempt ||
    // Nor does an answered one wait again.
    (run.status === 'waiting' && known.answers !== null);
  return isOvertaken ? known : run;
}

/** Merges a fetched row with a known one that may be newer. */
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
