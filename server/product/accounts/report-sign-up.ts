import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Analytics } from '#server/providers/analytics/analytics.ts';

export const SIGN_UP_QUEUE = 'report-sign-up';

/** To be called where an account is made. */
export type SignedUp = (tx: Transaction, userId: string) => Promise<void>;

/** Joins the transaction that makes the account: the destination is told of accounts that exist, and holds up none of them. */
export function queueSignUpReports(jobs: Jobs): SignedUp {
  return (tx, userId) => jobs.send(tx, SIGN_UP_QUEUE, { user_id: userId });
}

/** Tells the destination of one sign-up, if its person has agreed to that; else nothing leaves. */
export async function reportSignUp(
  { database, analytics }: { database: Database; analytics: Analytics },
  userId: string,
): Promise<void> {
  const [person] = await database.query<{ email: string | null; full_name: string }>(
    `select p.email, p.full_name from public.profiles p
     where p.id = $1 and (
       select c.marketing_accepted from public.user_consent c
       where c.user_id = p.id order by c.accepted_at desc limit 1)`,
    [userId],
  );
  if (!person?.email) return;
  await analytics.reportSignUp({ email: person.email, name: person.full_name });
}
