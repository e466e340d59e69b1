import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent to an address that was entered in the sign-up form. */
export function confirmSignupMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'confirm_signup',
      to,
      subject: `Confirm your email address for ${sender.brandName}`,
      title: 'Confirm your email address',
      paragraphs: [`Thanks for signing up for ${sender.brandName}. Confirm ${to} to get started.`],
      button: { label: 'Confirm email address', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in 24 hours. The code expires in 10 minutes.',
        'If this wasn’t you, ignore this email. The account can’t be used until the address is confirmed.',
      ],
    },
    sender,
  );
}
