import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent after "Forgot password". */
export function recoveryMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'recovery',
      to,
      subject: `Reset your ${sender.brandName} password`,
      title: 'Reset your password',
      paragraphs: [`We got a request to reset the password of the ${sender.brandName} account for ${to}.`],
      button: { label: 'Set new password', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in one hour. The code expires in 10 minutes.',
        'If this wasn’t you, ignore this email. Your password stays the same.',
      ],
    },
    sender,
  );
}
