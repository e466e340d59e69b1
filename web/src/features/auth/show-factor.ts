import { supabase } from '#web/lib/supabase.ts';
import { t } from '#web/texts/app.ts';
import type { FactorWay } from './factor-ways.ts';
import { type AnyFailure, factorFailure } from './failures.ts';

/** Shows the second factor to the server. Null: the session is whole. Otherwise what a person reads about why not. */
export async function showFactor(way: FactorWay, code: string): Promise<string | null> {
  try {
    const { error } = await show(way, code);
    return error && factorFailure(error, way.kind);
  } catch {
    // Not even the client or its configuration could be loaded.
    return t('auth.network_error');
  }
}

async function show({ kind, id }: FactorWay, code: string): Promise<{ error: AnyFailure | null }> {
  const { mfa } = (await supabase()).auth;
  switch (kind) {
    case 'code':
      return mfa.challengeAndVerify({ factorId: id, code: code.replace(/\s/g, '') });
    case 'key':
      return mfa.webauthn.authenticate({ factorId: id });
    case 'recovery':
      return mfa.recoveryCodes.verify({ code });
  }
}
