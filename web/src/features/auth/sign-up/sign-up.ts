import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { readFirstTask } from '#web/lib/device/first-task.ts';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/later.ts';
import { registerFailure } from '../failures.ts';
import { signUpData } from './sign-up-data.ts';

/** Values of the sign-up form. */
export interface Registration {
  fullName: string;
  email: string;
  password: string;
  terms: boolean;
  marketing: boolean;
}

export type SignUpOutcome =
  | { readonly kind: 'failed'; readonly sentence: string }
  /** The usual case: a verification email was sent. */
  | { readonly kind: 'verify' }
  /** This installation confirms addresses automatically. */
  | { readonly kind: 'signed_in' };

const TOAST_MS = 10_000;

/** Creates the account. The server derives profile and consent from the metadata. */
export async function signUp(
  registration: Registration,
  next: string,
  pass: CaptchaPass,
): Promise<SignUpOutcome> {
  const email = registration.email.trim();
  try {
    const { auth } = await supabase();
    const { data, error } = await auth.signUp({
      email,
      password: registration.password,
      options: {
        ...pass,
        emailRedirectTo: location.origin + next,
        data: signUpData(registration, readFirstTask()),
      },
    });
    if (error) return { kind: 'failed', sentence: registerFailure(error) };
    if (data.user === null) return { kind: 'failed', sentence: t('auth.registration_no_user') };
    // For a taken address the service pretends success, so that accounts can't be enumerated. Such a user has
    // no identities.
    if (data.user.identities?.length === 0) return { kind: 'failed', sentence: t('auth.email_taken') };
    if (data.session) {
      notify.success(t('auth.register.ready', { count: WELCOME_CREDITS }), { duration: TOAST_MS });
      return { kind: 'signed_in' };
    }
    notify.success(t('auth.register.verify'), { duration: TOAST_MS });
    return { kind: 'verify' };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { kind: 'failed', sentence: t('auth.network_error') };
  }
}
