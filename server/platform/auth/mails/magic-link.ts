import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent for a sign-in without a password. */
export function magicLinkMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'magic_link',
      to,
      subject: `Sign in to ${sender.brandName}`,
      title: 'Sign in',
      paragraphs: [`This link signs you in to ${sender.brandName} as ${to}.`],
      button: { label: 'Sign in', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for one hour. The code works for 10 minutes.',
        'It was not you? Then do nothing, and do not tell anybody the code.',
      ],
    },
    sender,
  );
}
