import { type Server, supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/settings.ts';
import { type AnyFailure, securityFailure } from './security-failure.ts';

/** Result of a request, or an error message. */
export type Outcome<Data> =
  | { readonly data: Data; readonly refusal: null }
  | { readonly data: null; readonly refusal: string };

/** Response of the client. */
type Answer<Data> = { data: Data; error: null } | { data: unknown; error: AnyFailure };

/** Calls the auth service and turns an error into a message. */
export async function refused<Data>(act: (server: Server) => Promise<Answer<Data>>): Promise<Outcome<Data>> {
  try {
    const answer = await act(await supabase());
    return answer.error !== null
      ? { data: null, refusal: securityFailure(answer.error) }
      : { data: answer.data, refusal: null };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { data: null, refusal: t('auth.network_error') };
  }
}
