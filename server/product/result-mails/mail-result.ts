import { z } from 'zod';
import { resultMail, resultMailOutput } from '#domain/functions/answers.ts';
import { type MailResultInput, mailResultInput } from '#domain/functions/inputs.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductLimits } from '../limits.ts';

/** Queue of results that people send to themselves. A job only holds the mail's id. */
export const RESULT_MAIL_QUEUE = 'mail-result';

export interface MailResultDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly limiter: RateLimiter;
  readonly limits: ProductLimits;
  /** False: there is no mail server, nor a local mailbox in its place. */
  readonly canMail: boolean;
}

const asked = z.object({ email: z.nullable(z.string()), is_finished: z.boolean() });

/**
 * POST /functions/v1/mail-result: sends a finished result to its owner's confirmed address, as an attachment. 202 with
 * the mail, whose progress is in `result_mails`; the same one while it's on its way.
 */
export function mailResultFunction(deps: MailResultDeps): FunctionDefinition<MailResultInput> {
  const { database, jobs, limiter, limits, canMail } = deps;
  return {
    name: 'mail-result',
    access: 'user',
    input: mailResultInput,
    async handle({ input: { run_id: runId, with_receipt: withReceipt }, caller }) {
      const userId = userIdOf(caller);
      if (!canMail) {
        throw new FunctionError(
          503,
          'mail_unavailable',
          'Email isn’t set up here. Download the result instead.',
        );
      }
      const email = await addressFor(database, userId, runId);
      const taken = await limiter.take(`mail-result:${userId}`, limits.resultMails);
      if (!taken.ok) {
        throw new FunctionError(
          429,
          'too_many_mails',
          'You’ve sent yourself a lot of results. Please try again in an hour, or download this one.',
        );
      }
      const mail = await database.transaction(async (tx) => {
        const [row] = await tx.query<{ mail: unknown; is_new: boolean }>(
          'select to_jsonb(b.mail) as mail, b.is_new from private.begin_result_mail($1, $2, $3, $4) b',
          [userId, runId, email, withReceipt],
        );
        const known = resultMail.parse(row?.mail);
        if (row?.is_new) await jobs.send(tx, RESULT_MAIL_QUEUE, { mail_id: known.id });
        return known;
      });
      return Response.json(resultMailOutput.parse({ mail }), { status: 202 });
    },
  };
}

/** Throws FunctionError unless the run is theirs and has a result, and their address is confirmed. */
async function addressFor(database: Database, userId: string, runId: string): Promise<string> {
  const [row] = await database.query(
    `select case when u.email_confirmed_at is not null then nullif(u.email, '') end as email, exists (
       select from public.ai_responses a where (a.user_id, a.run_id) = (r.user_id, r.id)) as is_finished
     from public.ai_runs r join auth.users u on u.id = r.user_id
     where r.user_id = $1 and r.id = $2`,
    [userId, runId],
  );
  if (!row) throw new FunctionError(404, 'not_found', 'Result not found.');
  const { email, is_finished: isFinished } = asked.parse(row);
  if (!isFinished) {
    throw new FunctionError(
      409,
      'not_finished',
      'This result isn’t finished yet. Please try again when it is.',
    );
  }
  if (email === null) {
    throw new FunctionError(
      409,
      'no_confirmed_address',
      'Your account has no confirmed email address. Download the result instead.',
    );
  }
  return email;
}
