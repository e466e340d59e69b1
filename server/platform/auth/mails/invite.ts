import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent when an operator has created an account for someone. */
export function inviteMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'invite',
      to,
      subject: `You are invited to ${sender.brandName}`,
      title: 'You are invited',
      paragraphs: [`Whoever runs ${sender.brandName} made an account for ${to}. One click and it is yours.`],
      button: { label: 'Accept the invitation', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for 24 hours. The code works for 10 minutes.',
        'You did not expect this? Then do nothing: without this confirmation the account stays closed.',
      ],
    },
    sender,
  );
}
