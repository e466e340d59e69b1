import type { User } from '@supabase/supabase-js';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { type Outcome, refused } from './outcome.ts';

/** Target of the links in both emails. */
const backHere = () => `${location.origin}/settings`;

/** Sends a confirmation to both mailboxes. The address changes once both have confirmed. */
export function changeAddress(email: string): Promise<Outcome<User>> {
  return refused<User>(async ({ auth }) => {
    const { data, error } = await auth.updateUser({ email }, { emailRedirectTo: backHere() });
    return error ? { data: null, error } : { data: data.user, error: null };
  });
}

export function mailAgain(email: string, pass: CaptchaPass): Promise<Outcome<unknown>> {
  return refused(({ auth }) =>
    auth.resend({ type: 'email_change', email, options: { ...pass, emailRedirectTo: backHere() } }),
  );
}
