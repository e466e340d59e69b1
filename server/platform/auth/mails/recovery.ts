import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent after "Forgot password". */
export function recoveryMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'recovery',
      to,
      subject: `Set a new password for ${sender.brandName}`,
      title: 'Set a new password',
      paragraphs: [`A new password was asked for the ${sender.brandName} account of ${to}.`],
      button: { label: 'Set a new password', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for one hour. The code works for 10 minutes.',
        'It was not you? Then do nothing: your password stays as it is.',
      ],
    },
    sender,
  );
}
