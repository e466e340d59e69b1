import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { resetFailure } from './failures.ts';

/** Asks for the mail with the way to a new password. Answers with what a person reads about why not; null: it is sent. */
export function sendReset(email: string, pass: CaptchaPass): Promise<string | null> {
  const options = { ...pass, redirectTo: `${location.origin}/update-password` };
  return askAuth((auth) => auth.resetPasswordForEmail(email, options), resetFailure);
}
