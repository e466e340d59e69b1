import type { Mail } from '#server/providers/mailer/mailer.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent to a signed-in user before a sensitive change. */
export function reauthenticationMail({ to, code }: { to: string; code: string }, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'reauthentication',
      to,
      subject: `Your ${sender.brandName} code`,
      title: 'Confirm it’s you',
      paragraphs: [`Enter this code to confirm the change to your ${sender.brandName} account.`],
      code: { label: 'Code', digits: code },
      notes: [
        'The code works once and expires in 10 minutes. We’ll never ask you for it.',
        'If this wasn’t you, change your password right away, because someone is logged in to your account.',
      ],
    },
    sender,
  );
}
