import type { Mail } from '#server/providers/mailer/mailer.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent to a signed-in user before a sensitive change. */
export function reauthenticationMail({ to, code }: { to: string; code: string }, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'reauthentication',
      to,
      subject: `Your ${sender.brandName} code`,
      title: 'Is it you?',
      paragraphs: [`Type this code to go on with the change in your ${sender.brandName} account.`],
      code: { label: 'Code', digits: code },
      notes: [
        'The code works once, for 10 minutes. Nobody from us will ever ask for it.',
        'It was not you? Then change your password: somebody is signed in to your account.',
      ],
    },
    sender,
  );
}
