import { TRASH_DAYS } from '#domain/trash.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Rows per statement, so that no purge blocks others. */
const BATCH = 1000;

/** Retention in days. Contents of the trash go with their row. */
const TERMS = [
  { table: 'public.trash', key: 'id', stamp: 'deleted_at', days: TRASH_DAYS },
  // No client retries a request after a month.
  { table: 'private.delegation_keys', key: '(user_id, key)', stamp: 'created_at', days: 30 },
  // Includes pages that runs have read; what an answer quotes of them is stored with it.
  { table: 'private.run_journal', key: '(run_id, action)', stamp: 'created_at', days: 30 },
  // Nobody asks for longer what became of it, and it has an address.
  { table: 'public.result_mails', key: 'id', stamp: 'created_at', days: 1 },
  { table: 'private.ai_spending', key: '(day, owner)', stamp: 'day', days: 400 },
  { table: 'private.spent_welcomes', key: 'digest', stamp: 'erased_at', days: 365 },
  { table: 'private.provider_calls', key: 'id', stamp: 'started_at', days: 90 },
] as const;

/** Permanently deletes expired records. */
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
