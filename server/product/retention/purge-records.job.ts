import { TRASH_DAYS } from '#domain/trash.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Rows per statement, so that no purge holds everybody else up. */
const BATCH = 1000;

/** What is kept for how long, in days. Contents of the trash go with their row. */
const TERMS = [
  { table: 'public.trash', key: 'id', stamp: 'deleted_at', days: TRASH_DAYS },
  // A client that repeats itself after a month is not repeating itself.
  { table: 'private.delegation_keys', key: '(user_id, key)', stamp: 'created_at', days: 30 },
  // Pages that runs have read, among others: what an answer shows of them is stored with it.
  { table: 'private.run_journal', key: '(run_id, action)', stamp: 'created_at', days: 30 },
  { table: 'private.ai_spending', key: '(day, owner)', stamp: 'day', days: 400 },
  { table: 'private.provider_calls', key: 'id', stamp: 'started_at', days: 90 },
] as const;

/** Deletes for good what is past its term. */
export async function purgeRecords(database: Database, signal: AbortSignal): Promise<void> {
  for (const { table, key, stamp, days } of TERMS) {
    let deleted = BATCH;
    while (deleted === BATCH && !signal.aborted) {
      const rows = await database.query(
        `delete from ${table} where ${key} in (
           select ${key.replace(/[()]/g, '')} from ${table} where ${stamp} < now() - $1 * interval '1 day' limit $2
         ) returning 1`,
        [days, BATCH],
      );
      deleted = rows.length;
    }
  }
}
