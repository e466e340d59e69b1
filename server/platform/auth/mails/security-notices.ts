import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { FactorType } from '../factors/factor-rows.ts';
import { composeMail, type Sender } from './mail-layout.ts';

/** Sent after a password change, so that the owner learns of it, whoever made it. */
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

/** Sent after a refresh token was reused long after its rotation, which means it was copied. */
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

const ASKED: Readonly<Record<FactorType, string>> = {
  webauthn: 'your security key',
  totp: 'a code of your authenticator app',
  phone: 'a code that we send to your phone',
  recovery_code: 'a recovery code',
};

/** Sent after a second factor was verified. */
export function factorAddedMail(to: string, type: FactorType, sender: Sender): Mail {
  const asked = ASKED[type];
  return composeMail(
    {
      kind: 'factor_added',
      to,
      subject: `Two-step sign-in is on for your ${sender.brandName} account`,
      title: 'Two-step sign-in is on',
      paragraphs: [
        `From now on, signing in also asks for ${asked}. Devices that had not shown it have been signed out.`,
      ],
      notes: ['It was not you? Set a new password and remove the factor in your settings.'],
    },
    sender,
  );
}

/** Sent after a verified second factor was removed. */
export function factorRemovedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'factor_removed',
      to,
      subject: `A second factor of your ${sender.brandName} account was removed`,
      title: 'A second factor was removed',
      paragraphs: ['It is no longer asked for when you sign in.'],
      notes: ['It was not you? Set a new password at once and switch two-step sign-in on again.'],
    },
    sender,
  );
}

/** Sent after a sign-in with a recovery code. */
export function recoveryCodeUsedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'recovery_code_used',
      to,
      subject: `A recovery code of your ${sender.brandName} account was used`,
      title: 'A recovery code was used',
      paragraphs: ['It opened your account in place of your second factor, and cannot be used again.'],
      notes: ['It was not you? Set a new password at once and make new recovery codes.'],
    },
    sender,
  );
}

/** Sent after an external identity was linked. */
export function identityLinkedMail(to: string, provider: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'identity_linked',
      to,
      subject: `A sign-in with ${provider} was added to your ${sender.brandName} account`,
      title: 'A way to sign in was added',
      paragraphs: [`You can now sign in with ${provider} as well.`],
      notes: ['It was not you? Remove it in your settings and set a new password at once.'],
    },
    sender,
  );
}

/** Sent after a phone number became a way to sign in. */
export function phoneChangedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'phone_changed',
      to,
      subject: `A phone number was added to your ${sender.brandName} account`,
      title: 'A phone number was added',
      paragraphs: ['Whoever reads its text messages can now sign in with it.'],
      notes: ['It was not you? Remove it in your settings and set a new password at once.'],
    },
    sender,
  );
}

/** Sent after a passkey was added. */
export function passkeyAddedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'passkey_added',
      to,
      subject: `A passkey was added to your ${sender.brandName} account`,
      title: 'A passkey was added',
      paragraphs: ['The device that it lies on can now sign in without a password.'],
      notes: ['It was not you? Remove it in your settings and set a new password at once.'],
    },
    sender,
  );
}

/** Sent after an operator removed a passkey: its owner may not have asked for that. */
export function passkeyRemovedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'passkey_removed',
      to,
      subject: `A passkey was removed from your ${sender.brandName} account`,
      title: 'A passkey was removed',
      paragraphs: ['Whoever runs this site removed it. The device that it lies on signs in no more.'],
      notes: ['You did not ask for it? Set a new password and look through your settings.'],
    },
    sender,
  );
}
