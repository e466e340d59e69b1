import type { Mail } from '#server/providers/mailer/mailer.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** After the password was changed, so that the owner learns of it whoever did it. */
export function passwordChangedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'password_changed',
      to,
      subject: `Your ${sender.brandName} password was changed`,
      title: 'Your password was changed',
      paragraphs: [
        `The password of your ${sender.brandName} account was just changed. All other devices have been signed out.`,
      ],
      notes: ['It was not you? Set a new one at once: choose "Forgot password" where you sign in.'],
    },
    sender,
  );
}

/** After a refresh token came back that had been used long ago: it exists twice, so somebody copied it. */
export function sessionEndedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'session_ended',
      to,
      subject: `A ${sender.brandName} sign-in was ended`,
      title: 'One of your sign-ins was ended',
      paragraphs: [
        'A sign-in of yours was used from two places in a way that should not happen. It may have been copied, so it was ended in both.',
      ],
      notes: [
        'Sign in again where you are. Your tasks and your other devices are not affected.',
        'If you see this more than once, change your password.',
      ],
    },
    sender,
  );
}
