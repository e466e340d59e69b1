import type { Database } from '#server/platform/db/database.ts';

/** Users per query. Each is renewed in a transaction of their own: one lock at a time. */
const BATCH = 200;

/**
 * Grants users with a tier from an operator this calendar month's allowance (UTC), once, replacing last
 * month's. Idempotent, also across processes.
 */
export async function renewGrantedTiers(database: Database, signal: AbortSignal): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  while (!signal.aborted) {
    const people = await database.query<{ user_id: string }>(
      'select user_id from private.granted_tiers where user_id > $1 order by user_id limit $2',
      [after, BATCH],
    );
    for (const { user_id: userId } of people) {
      if (signal.aborted) return;
      await database.query('select private.renew_granted_tier($1)', [userId]);
      after = userId;
    }
    if (people.length < BATCH) return;
  }
}
