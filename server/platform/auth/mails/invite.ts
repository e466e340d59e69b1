import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent when an operator has created an account for someone. */
export function inviteMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'invite',
      to,
      subject: `You’re invited to ${sender.brandName}`,
      title: 'You’re invited',
      paragraphs: [
        `An account on ${sender.brandName} has been created for ${to}. Accept the invitation to start using it.`,
      ],
      button: { label: 'Accept invitation', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in 24 hours. The code expires in 10 minutes.',
        'If you weren’t expecting this, ignore this email. The account can’t be used until you accept.',
      ],
    },
    sender,
  );
}
