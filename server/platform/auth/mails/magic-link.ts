import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent for a login without a password. */
export function magicLinkMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'magic_link',
      to,
      subject: `Log in to ${sender.brandName}`,
      title: 'Log in',
      paragraphs: [`Use this link to log in to ${sender.brandName} as ${to}.`],
      button: { label: 'Log in', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in one hour. The code expires in 10 minutes.',
        'If this wasn’t you, ignore this email and don’t share the code with anyone.',
      ],
    },
    sender,
  );
}
