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
      subject: `Confirm your new address for ${sender.brandName}`,
      title: 'Confirm your new address',
      paragraphs: [`A ${sender.brandName} account is to use ${to} from now on.`],
      button: { label: 'Confirm new address', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for 24 hours. The code works for 10 minutes.',
        'It was not you? Then do nothing: the account keeps its old address.',
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
      subject: `Confirm the change of your ${sender.brandName} address`,
      title: 'Change your address?',
      paragraphs: [
        `Your ${sender.brandName} account is to use ${newEmail} instead of ${to}. Both addresses must agree.`,
      ],
      button: { label: 'Confirm the change', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for 24 hours. The code works for 10 minutes.',
        'It was not you? Then do not confirm, and change your password: somebody is signed in to your account.',
      ],
    },
    sender,
  );
}
