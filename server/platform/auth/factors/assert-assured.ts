import type { SessionRow } from '../sessions/sessions.ts';
import { refusals } from '../wire/auth-error.ts';
import type { FactorRow } from './factor-rows.ts';

/** Whoever has a second factor must show it in each session. */
export function isFactorDue(session: SessionRow, factors: readonly FactorRow[]): boolean {
  return session.aal === 'aal1' && factors.some(({ status }) => status === 'verified');
}

/**
 * The one gate in front of what would let somebody take an account over. The other rooms need none: they do not take
 * the token of a session in which a factor is due. Throws 401 `insufficient_aal`.
 */
export function assertAssured({ session }: { session: SessionRow }, factors: readonly FactorRow[]): void {
  if (isFactorDue(session, factors)) throw refusals.insufficientAssurance();
}
