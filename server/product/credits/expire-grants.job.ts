import type { Database } from '#server/platform/db/database.ts';

/** Users per query. Each is expired in a transaction of their own: one lock at a time. */
const BATCH = 200;

/** Records the expiry of grants. A delegation does the same for its own user, so this may be late. */
export async function expireGrants(database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await database.query<{ user_id: string }>(
      'select distinct user_id from private.credit_balances where expires_at <= now() limit $1',
      [BATCH],
    );
    for (const { user_id: userId } of due) {
      if (signal.aborted) return;
      await database.query('select private.expire_grants($1)', [userId]);
    }
    if (due.length < BATCH) return;
  }
}
