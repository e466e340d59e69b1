import type { Provider } from '@supabase/supabase-js';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { elsewhereFailure } from './failures.ts';

/** Asks the device for a passkey. Null: signed in. */
export async function signInWithPasskey(): Promise<string | null> {
  const sentence = await askAuth((auth) => auth.signInWithPasskey(), elsewhereFailure);
  if (sentence === null) greet(t('auth.signed_in'));
  return sentence;
}

/** Leaves for the other service, which sends the browser back to `next`. Null: on the way. */
export function goToProvider(provider: string, next: string): Promise<string | null> {
  const options = { redirectTo: location.origin + next };
  // An operator may configure services that the client has no name for.
  const named = provider as Provider;
  return askAuth((auth) => auth.signInWithOAuth({ provider: named, options }), elsewhereFailure);
}

/** Leaves for the sign-in of the organisation whose addresses end like this one. */
export function goToOrganisation(address: string, next: string, pass: CaptchaPass): Promise<string | null> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const options = { ...pass, redirectTo: location.origin + next };
  return askAuth((auth) => auth.signInWithSSO({ domain, options }), elsewhereFailure);
}
