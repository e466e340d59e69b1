import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { LinkMail } from './link-mail.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent to an address that was entered in the sign-up form. */
export function confirmSignupMail({ to, url, code }: LinkMail, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'confirm_signup',
      to,
      subject: `Confirm your address for ${sender.brandName}`,
      title: 'Confirm your address',
      paragraphs: [
        `Somebody, we hope you, signed up for ${sender.brandName} with ${to}. One click and the account is yours.`,
      ],
      button: { label: 'Confirm address', url },
      code: { label: 'Or type this code where you are asked for one', digits: code },
      notes: [
        'The link works once, for 24 hours. The code works for 10 minutes.',
        'It was not you? Then do nothing: without this confirmation the account stays closed.',
      ],
    },
    sender,
  );
}
