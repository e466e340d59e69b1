import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { oneTimeFailure, textFailure } from './failures.ts';
import type { Recipient } from './recipient.ts';

/**
 * Sends a one-time code for sign-in: by email, with a link to the page `next`, or by text. Resolves to null
 * whether or not there is an account, else to an error message.
 */
export function sendOneTimeCode(
  { kind, address }: Recipient,
  next: string,
  pass: CaptchaPass,
): Promise<string | null> {
  if (kind === 'phone') {
    // No form signs up by phone: new users accept the terms before the list opens.
    return askAuth((auth) => auth.signInWithOtp({ phone: address, options: { ...pass } }), textFailure);
  }
  // Terms are accepted in the sign-up form.
  const options = { ...pass, shouldCreateUser: false, emailRedirectTo: location.origin + next };
  return askAuth((auth) => auth.signInWithOtp({ email: address, options }), oneTimeFailure);
}
