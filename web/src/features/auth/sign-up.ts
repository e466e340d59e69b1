import { WELCOME_CREDITS } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { HOME } from '#web/lib/next-path.ts';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';
import { registerFailure } from './failures.ts';

/** What the sign-up form holds. */
export interface Registration {
  fullName: string;
  email: string;
  password: string;
  terms: boolean;
  marketing: boolean;
}

export type SignUpOutcome =
  | { readonly kind: 'failed'; readonly sentence: string }
  /** The usual way: a mail is on its way. */
  | { readonly kind: 'verify' }
  /** This installation confirms addresses by itself. */
  | { readonly kind: 'signed_in' };

const TOAST_MS = 10_000;

/** Makes the account. The server writes profile and consent from the metadata; nothing of it is the browser's to decide. */
export async function signUp(registration: Registration): Promise<SignUpOutcome> {
  const email = registration.email.trim();
  const full_name = registration.fullName.trim();
  try {
    const { auth } = await supabase();
    const { data, error } = await auth.signUp({
      email,
      password: registration.password,
      options: {
        emailRedirectTo: location.origin + HOME,
        data: {
          email,
          full_name,
          terms_accepted: registration.terms,
          marketing_accepted: registration.marketing,
        },
      },
    });
    if (error) return { kind: 'failed', sentence: registerFailure(error) };
    if (data.user === null) return { kind: 'failed', sentence: messages.auth.registrationNoUser };
    // The service answers for a taken address as if it were new, so that nobody can ask it who has an account;
    // what gives it away to the form is that such a user has no identity.
    if (data.user.identities?.length === 0) return { kind: 'failed', sentence: messages.auth.emailTaken };
    if (data.session) {
      notify.success(`Your account is ready, with ${WELCOME_CREDITS} free AI tasks.`, { duration: TOAST_MS });
      return { kind: 'signed_in' };
    }
    notify.success('Registration successful! Please check your email to verify your account.', {
      duration: TOAST_MS,
    });
    return { kind: 'verify' };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { kind: 'failed', sentence: messages.auth.networkError };
  }
}
