import type { Provider } from '@supabase/supabase-js';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { elsewhereFailure } from './failures.ts';

/** Signs in with a passkey. Resolves to null if signed in, else to an error message. */
export async function signInWithPasskey(): Promise<string | null> {
  const sentence = await askAuth((auth) => auth.signInWithPasskey(), elsewhereFailure);
  if (sentence === null) greet(t('auth.signed_in'));
  return sentence;
}

/** Redirects to another service, which returns to `next`. Resolves to null if redirected. */
export function goToProvider(provider: string, next: string): Promise<string | null> {
  const options = { redirectTo: location.origin + next };
  // Operators may configure providers that the client has no type for.
  const named = provider as Provider;
  return askAuth((auth) => auth.signInWithOAuth({ provider: named, options }), elsewhereFailure);
}

/** Redirects to the sign-in of the organisation that has this email domain. */
export function goToOrganisation(address: string, next: string, pass: CaptchaPass): Promise<string | null> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const options = { ...pass, redirectTo: location.origin + next };
  return askAuth((auth) => auth.signInWithSSO({ domain, options }), elsewhereFailure);
}
