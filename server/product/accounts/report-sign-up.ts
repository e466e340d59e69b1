import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Analytics } from '#server/providers/analytics/analytics.ts';

export const SIGN_UP_QUEUE = 'report-sign-up';

/** Called when an account is created. */
export type SignedUp = (tx: Transaction, userId: string) => Promise<void>;

/** Joins the transaction that creates the account: only existing accounts are reported, and none is delayed. */
export function queueSignUpReports(jobs: Jobs): SignedUp {
  return (tx, userId) => jobs.send(tx, SIGN_UP_QUEUE, { user_id: userId });
}

/** Reports a sign-up to the destination if the user has agreed; otherwise sends nothing. */
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
