import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

export interface EmailChangeMail extends LinkMail {
  readonly newEmail: string;
}

/** Sent to the new address: proves that its owner agrees. */
export function emailChangeNewMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'email_change',
      to,
      subject: `Confirm your new email address for ${sender.brandName}`,
      title: 'Confirm your new email address',
      paragraphs: [`You asked to change the email address of your ${sender.brandName} account to ${to}.`],
      button: { label: 'Confirm new email address', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in 24 hours. The code expires in 10 minutes.',
        'If this wasn’t you, ignore this email. The account keeps its old address.',
      ],
    },
    sender,
  );
}

/** Sent to the current address: proves that the account's owner agrees. */
export function emailChangeCurrentMail({ to, url, code, newEmail }: EmailChangeMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'email_change_current',
      to,
      subject: `Confirm the change of your ${sender.brandName} email address`,
      title: 'Change your email address?',
      paragraphs: [
        `You asked to change the email address of your ${sender.brandName} account from ${to} to ${newEmail}. You need to confirm it from both addresses.`,
      ],
      button: { label: 'Confirm change', url },
      code: { label: 'Or enter this code', digits: code },
      notes: [
        'The link works once and expires in 24 hours. The code expires in 10 minutes.',
        'If this wasn’t you, don’t confirm it. Change your password right away, because someone is logged in to your account.',
      ],
    },
    sender,
  );
}
