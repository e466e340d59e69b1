import { askAuth } from '#web/lib/server/ask-auth.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/app.ts';
import { factorFailure } from '../failures.ts';

type Asked =
  | { readonly challengeId: string; readonly failure: null }
  | { readonly challengeId: null; readonly failure: string };

/** Has a code texted to the number of a second factor, or says why none went out. */
export async function askForText(factorId: string): Promise<Asked> {
  try {
    const { mfa } = (await supabase()).auth;
    const { data, error } = await mfa.challenge({ factorId, channel: 'sms' });
    return error
      ? { challengeId: null, failure: factorFailure(error, 'phone') }
      : { challengeId: data.id, failure: null };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { challengeId: null, failure: t('auth.network_error') };
  }
}

/** Null: the session is whole. Otherwise what a person reads about why not. */
export function showTextedCode(
  asked: { factorId: string; challengeId: string },
  code: string,
): Promise<string | null> {
  return askAuth(
    ({ mfa }) => mfa.verify({ ...asked, code: code.replace(/\s/g, '') }),
    (error) => factorFailure(error, 'phone'),
  );
}
