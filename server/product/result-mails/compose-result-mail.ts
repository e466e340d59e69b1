import type { Response } from '#domain/rows/response-row.ts';
import { composeMail, type Sender } from '#server/platform/auth/mails/mail-layout.ts';
import type { Attachment, Mail } from '#server/providers/mailer/mailer.ts';

interface ResultMail {
  /** Of the mail: the same at each attempt. */
  readonly id: string;
  readonly email: string;
  readonly title: string;
  readonly answer: Pick<Response, 'task_id' | 'is_demo'>;
  readonly attachments: readonly Attachment[];
}

/** Letters of a title in a subject; mail programs show about as many. */
const MOST = 100;

/** Has the title alone in its text: a model wrote the result, which is attached. */
export function composeResultMail(
  { id, email, title, answer, attachments }: ResultMail,
  sender: Sender,
): Mail {
  const short = shorten(title.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  const format = attachments[0]?.type === 'application/pdf' ? 'as a PDF' : 'as an image';
  const demo = answer.is_demo ? ['It was made by the demo, not by an AI model.'] : [];
  const letter = composeMail(
    {
      kind: 'result',
      to: email,
      subject: `Your result: ${short}`,
      title: 'Here’s your result',
      paragraphs: [`The result of “${short}” is attached ${format}.`, ...demo],
      button: { label: 'Open task', url: `${sender.siteUrl}/dashboard?task=${answer.task_id}` },
      notes: [`You’re getting this email because you sent yourself this result from ${sender.brandName}.`],
    },
    sender,
  );
  return { ...letter, id, attachments };
}

function shorten(title: string): string {
  const letters = Array.from(title);
  return letters.length > MOST ? `${letters.slice(0, MOST - 1).join('')}…` : title;
}
