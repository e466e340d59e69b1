import { messages } from '#domain/messages.ts';
import { HOME } from '#web/lib/next-path.ts';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';

/** Sends the verification mail again and says how that went. */
export async function resendVerification(email: string): Promise<void> {
  const id = 'resend';
  try {
    const { auth } = await supabase();
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: location.origin + HOME },
    });
    if (error) throw error;
    notify.success(messages.auth.verificationResent, { id, duration: 4000 });
  } catch {
    notify.error(messages.auth.verificationResendFailed, { id });
  }
}
