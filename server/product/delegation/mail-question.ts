import { z } from 'zod';
import { ANSWER_MINUTES } from '#domain/run/questions.ts';
import { composeMail, type Sender } from '#server/platform/auth/mails/mail-layout.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';

/** Queue of mails about questions that nobody has answered yet. A job only holds the run's id. */
export const QUESTION_MAIL_QUEUE = 'mail-question';

const asked = z.object({ email: z.string(), task_id: z.string(), title: z.string() });
type Asked = z.output<typeof asked>;

/** Mails the owner of a run that still waits for answers, if they have a confirmed address. */
export async function mailQuestion(
  { database, owners }: { database: Database; owners: Pick<AccountOwners, 'tell'> },
  runId: string,
): Promise<void> {
  const [row] = await database.query(
    `select u.email, r.task_id, t.title
     from public.ai_runs r
     join public.tasks t on t.user_id = r.user_id and t.id = r.task_id
     join auth.users u on u.id = r.user_id
     where r.id = $1 and r.status = 'waiting' and u.email_confirmed_at is not null and u.email <> ''`,
    [runId],
  );
  if (!row) return;
  const question = asked.parse(row);
  owners.tell((sender) => questionMail(question, sender));
}

/**
 * Has a plain link to the task: who follows it has to be logged in to answer, so a forwarded mail lets nobody act. The
 * questions aren't in it, because a model wrote them.
 */
function questionMail({ email, task_id: taskId, title }: Asked, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'question',
      to: email,
      subject: 'A question before your task starts',
      title: 'Your assistant has a question',
      paragraphs: [
        `Before it starts on “${title}”, it would like to know a little more.`,
        `If you don’t answer within ${ANSWER_MINUTES} minutes of delegating, it goes on with sensible assumptions and lists them on the receipt.`,
      ],
      button: { label: 'Answer', url: `${sender.siteUrl}/dashboard?task=${taskId}` },
      notes: ['You can switch such questions off in your settings, under Answers.'],
    },
    sender,
  );
}
