import type { User } from '@supabase/supabase-js';
import type { ProofKind } from './change-password.ts';

/** Ways in that are of this installation, where a password may have been set. */
const OWN: ReadonlySet<string> = new Set(['email', 'phone']);

/**
 * How somebody is asked first to show that it is them. Who came through an organisation or another service alone has
 * no password, unless they have set one later: that is not told to the browser.
 */
export function firstProof(user: Pick<User, 'identities'> | null): ProofKind {
  const identities = user?.identities ?? [];
  return identities.length > 0 && !identities.some(({ provider }) => OWN.has(provider)) ? 'code' : 'password';
}
