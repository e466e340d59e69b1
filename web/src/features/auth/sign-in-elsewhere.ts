import type { Provider } from '@supabase/supabase-js';
import { greet } from '#web/lib/session.ts';
import { type Server, supabase } from '#web/lib/supabase.ts';
import { t } from '#web/texts/app.ts';
import { type AnyFailure, elsewhereFailure } from './failures.ts';

/** Asks the device for a passkey. Null: signed in, or dismissed by somebody who knows that they did. */
export function signInWithPasskey(): Promise<string | null> {
  return attempt(async ({ auth }) => {
    const { error } = await auth.signInWithPasskey();
    if (error === null) greet(t('auth.signed_in'));
    return error;
  });
}

/** Leaves for the other service, which sends the browser back to `next`. Null: on the way. */
export function goToProvider(provider: string, next: string): Promise<string | null> {
  return attempt(async ({ auth }) => {
    const { error } = await auth.signInWithOAuth({
      // An operator may configure services that the client has no name for.
      provider: provider as Provider,
      options: { redirectTo: location.origin + next },
    });
    return error;
  });
}

/** Leaves for the sign-in of the organisation whose addresses end like this one. */
export function goToOrganisation(address: string, next: string): Promise<string | null> {
  return attempt(async ({ auth }) => {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    const { error } = await auth.signInWithSSO({ domain, options: { redirectTo: location.origin + next } });
    return error;
  });
}

async function attempt(act: (server: Server) => Promise<AnyFailure | null>): Promise<string | null> {
  try {
    const error = await act(await supabase());
    return error && elsewhereFailure(error);
  } catch {
    // Not even the client or its configuration could be loaded.
    return t('auth.network_error');
  }
}
