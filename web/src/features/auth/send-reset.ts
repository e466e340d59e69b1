import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { resetFailure } from './failures.ts';

/** Sends a password reset email. Resolves to null if sent, else to an error message. */
export function sendReset(email: string, pass: CaptchaPass): Promise<string | null> {
  const options = { ...pass, redirectTo: `${location.origin}/update-password` };
  return askAuth((auth) => auth.resetPasswordForEmail(email, options), resetFailure);
}
