import type { Database } from '#server/platform/db/database.ts';

/** Objects per transaction, so that no removal blocks others. */
const BATCH = 500;
/** Longer than a form stays open, or a run takes. */
const AGE_HOURS = 24;

/** Removes files that belong to no task: uploads of abandoned forms, and those of permanently deleted tasks. */
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
