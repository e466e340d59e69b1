import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/app.ts';
import { serverSentence } from '../failures.ts';

/** Sends the verification mail again, with a link that leads to the page `next`, and says how that went. */
export async function resendVerification(email: string, next: string, pass: CaptchaPass): Promise<void> {
  const id = 'resend';
  try {
    const { auth } = await supabase();
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { ...pass, emailRedirectTo: location.origin + next },
    });
    if (!error) return void notify.success(t('auth.verification_resent'), { id });
    // Mostly: how many seconds to wait since the last one.
    notify.error(t('auth.verification_resend_failed'), { id, detail: serverSentence(error) ?? undefined });
  } catch {
    // Not even the client or its configuration could be loaded.
    notify.error(t('auth.verification_resend_failed'), { id });
  }
}
