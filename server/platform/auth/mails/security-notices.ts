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
        `The password of your ${sender.brandName} account was just changed. All your other devices have been signed out.`,
      ],
      notes: ['If this wasn’t you, reset it right away. On the login page, choose "Forgot password?".'],
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
      subject: `We signed one of your devices out of ${sender.brandName}`,
      title: 'We signed one of your devices out',
      paragraphs: [
        'The same login was used from two places, so it may have been stolen. We ended it in both.',
      ],
      notes: [
        'Just log in again. Your tasks and your other devices aren’t affected.',
        'If this happens again, change your password.',
      ],
    },
    sender,
  );
}

const ASKED: Readonly<Record<FactorType, string>> = {
  webauthn: 'your security key',
  totp: 'a code from your authenticator app',
  phone: 'a code sent to your phone',
  recovery_code: 'a recovery code',
};

/** Sent after a second factor was verified. */
export function factorAddedMail(to: string, type: FactorType, sender: Sender): Mail {
  const asked = ASKED[type];
  return composeMail(
    {
      kind: 'factor_added',
      to,
      subject: `Two-factor login is on for your ${sender.brandName} account`,
      title: 'Two-factor login is on',
      paragraphs: [
        `From now on you’ll also need ${asked} to log in. Your other devices have been signed out unless they had already used it.`,
      ],
      notes: [
        'If this wasn’t you, change your password right away and remove the second factor in your settings.',
      ],
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
      subject: `A second factor was removed from your ${sender.brandName} account`,
      title: 'A second factor was removed',
      paragraphs: ['You no longer need it to log in.'],
      notes: ['If this wasn’t you, change your password right away and turn two-factor login back on.'],
    },
    sender,
  );
}

/** Sent after a login with a recovery code. */
export function recoveryCodeUsedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'recovery_code_used',
      to,
      subject: `A recovery code was used to log in to ${sender.brandName}`,
      title: 'A recovery code was used',
      paragraphs: ['It was used instead of your second factor and can’t be used again.'],
      notes: ['If this wasn’t you, change your password and create new recovery codes right away.'],
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
      subject: `${provider} was added to your ${sender.brandName} account`,
      title: 'A new way to log in was added',
      paragraphs: [`You can now also log in with ${provider}.`],
      notes: ['If this wasn’t you, remove it in your settings and change your password right away.'],
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
      paragraphs: ['You can now log in with a code sent to that number.'],
      notes: ['If this wasn’t you, remove it in your settings and change your password right away.'],
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
      paragraphs: ['You can now log in with it instead of your password.'],
      notes: ['If this wasn’t you, remove it in your settings and change your password right away.'],
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
      paragraphs: ['An administrator removed it, so it can’t be used to log in any more.'],
      notes: ['If you didn’t ask for this, change your password and check your security settings.'],
    },
    sender,
  );
}
