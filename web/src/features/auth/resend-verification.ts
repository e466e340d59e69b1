import { messages } from '#domain/messages.ts';
import { HOME } from '#web/lib/next-path.ts';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';
import { serverSentence } from './failures.ts';

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
    if (!error) return void notify.success(messages.auth.verificationResent, { id, duration: 4000 });
    // Mostly: how many seconds to wait since the last one.
    notify.error(messages.auth.verificationResendFailed, { id, detail: serverSentence(error) ?? undefined });
  } catch {
    // Not even the client or its configuration could be loaded.
    notify.error(messages.auth.verificationResendFailed, { id });
  }
}
