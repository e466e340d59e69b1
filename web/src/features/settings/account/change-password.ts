import { askAuth } from '#web/lib/server/ask-auth.ts';
import { passwordFailure } from './password-failure.ts';

/** How a person shows that it is really them. */
export type ProofKind = 'password' | 'code';

/** Null: it is changed. Otherwise what a person reads about why not. */
export function changePassword(
  password: string,
  proof: { kind: ProofKind; text: string },
): Promise<string | null> {
  const shown =
    proof.kind === 'code' ? { nonce: proof.text.replace(/\s/g, '') } : { current_password: proof.text };
  return askAuth((auth) => auth.updateUser({ password, ...shown }), passwordFailure);
}

/** Sends digits to the account's own address, or to its number where it has none. Null: they are on their way. */
export function sendCode(): Promise<string | null> {
  return askAuth((auth) => auth.reauthenticate(), passwordFailure);
}
