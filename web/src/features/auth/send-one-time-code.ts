import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { oneTimeFailure, textFailure } from './failures.ts';
import type { Recipient } from './recipient.ts';

/**
 * Has a code sent that signs in without a password: by mail, with a link that leads to the page `next`, or as a text.
 * It answers the same whether or not there is an account; null: sent.
 */
export function sendOneTimeCode(
  { kind, address }: Recipient,
  next: string,
  pass: CaptchaPass,
): Promise<string | null> {
  if (kind === 'phone') {
    // No form signs up by number: a new user accepts the terms before the list opens.
    return askAuth((auth) => auth.signInWithOtp({ phone: address, options: { ...pass } }), textFailure);
  }
  // Terms are accepted in the sign-up form.
  const options = { ...pass, shouldCreateUser: false, emailRedirectTo: location.origin + next };
  return askAuth((auth) => auth.signInWithOtp({ email: address, options }), oneTimeFailure);
}
