import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/later.ts';
import { serverSentence } from '../failures.ts';

/** Resends the verification email, with a link to the page `next`, and shows the result. True if it was sent. */
export async function resendVerification(email: string, next: string, pass: CaptchaPass): Promise<boolean> {
  const id = 'resend';
  try {
    const { auth } = await supabase();
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { ...pass, emailRedirectTo: location.origin + next },
    });
    if (!error) {
      notify.success(t('auth.verification_resent'), { id });
      return true;
    }
    // Usually the number of seconds to wait.
    notify.error(t('auth.verification_resend_failed'), { id, detail: serverSentence(error) ?? undefined });
  } catch {
    // Not even the client or its configuration could be loaded.
    notify.error(t('auth.verification_resend_failed'), { id });
  }
  return false;
}
