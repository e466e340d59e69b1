import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { grantCredits } from './grant-credits.ts';

/** Users per query. Each is renewed in a transaction of their own: one lock at a time. */
const BATCH = 200;

const SOURCE = 'free-month';

/**
 * Grants each user of the free plan this calendar month's allowance (UTC), once, replacing last month's,
 * starting with the month after they joined. Idempotent, also across processes; missed months are not made up
 * for.
 */
export async function renewAllowances(
  database: Database,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const begins = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const ends = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const month = begins.toISOString().slice(0, 7);
  while (!signal.aborted) {
    const due = await database.query<{ id: string }>(
      `select p.id from public.profiles p
       where p.subscription_tier = 'free' and p.created_at < $1 and not exists (
         select from public.credit_grants g where g.source = $2 and g.source_ref = p.id || ' ' || $3)
       limit $4`,
      [begins, SOURCE, month, BATCH],
    );
    for (const { id } of due) {
      if (signal.aborted) return;
      await renew(database, { userId: id, expiresAt: ends, sourceRef: `${id} ${month}` });
    }
    if (due.length < BATCH) return;
  }
}

interface Renewal {
  readonly userId: string;
  readonly expiresAt: Date;
  readonly sourceRef: string;
}

async function renew(database: Database, { userId, expiresAt, sourceRef }: Renewal): Promise<void> {
  await database.transaction(async (tx) => {
    // Closes last month's, and takes the lock under which a tier changes.
    await tx.query('select private.expire_grants($1)', [userId]);
    const free = await tx.query(`select from public.profiles where id = $1 and subscription_tier = 'free'`, [
      userId,
    ]);
    if (free.length === 0) return;
    const amount = MONTHLY_ALLOWANCE.free;
    await grantCredits(tx, { userId, kind: 'monthly', amount, expiresAt, source: SOURCE, sourceRef });
  });
}
