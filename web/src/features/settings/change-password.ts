import { supabase } from '#web/lib/supabase.ts';
import { t } from '#web/texts/app.ts';
import { passwordFailure } from './password-failure.ts';

/** How a person shows that it is really them. */
export type ProofKind = 'password' | 'code';

/** Null: it is changed. Otherwise what a person reads about why not. */
export async function changePassword(
  password: string,
  proof: { kind: ProofKind; text: string },
): Promise<string | null> {
  const shown =
    proof.kind === 'code' ? { nonce: proof.text.replace(/\s/g, '') } : { current_password: proof.text };
  try {
    const { auth } = await supabase();
    const { error } = await auth.updateUser({ password, ...shown });
    return error && passwordFailure(error);
  } catch {
    // Not even the client or its configuration could be loaded.
    return t('auth.network_error');
  }
}

/** Mails digits to the account's own address. Null: they are on their way. */
export async function mailCode(): Promise<string | null> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.reauthenticate();
    return error && passwordFailure(error);
  } catch {
    return t('auth.network_error');
  }
}
