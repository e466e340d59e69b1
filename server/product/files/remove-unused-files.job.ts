import type { Database } from '#server/platform/db/database.ts';

/** Objects in one transaction, so that no removal holds everybody else up. */
const BATCH = 500;
/** Longer than anybody leaves a form open, or a run is at work. */
const AGE_HOURS = 24;

/** Removes files that belong to no task: uploads of a form that was left, and those of tasks that are gone for good. */
export async function removeUnusedFiles(database: Database, signal: AbortSignal): Promise<void> {
  let removed = BATCH;
  while (removed === BATCH && !signal.aborted) {
    const [row] = await database.query<{ removed: number }>(
      "select private.remove_unused_files($1 * interval '1 hour', $2) as removed",
      [AGE_HOURS, BATCH],
    );
    removed = row?.removed ?? 0;
  }
}
