import type { SessionRow } from '../sessions/sessions.ts';
import { refusals } from '../wire/auth-error.ts';
import type { FactorRow } from './factor-rows.ts';

/** True if the account has a second factor that this session hasn't verified. */
export function isFactorDue(session: SessionRow, factors: readonly FactorRow[]): boolean {
  return session.aal === 'aal1' && factors.some(({ status }) => status === 'verified');
}

/**
 * The one check before anything that could take an account over. Other rooms don't need it: they reject the token of
 * a session in which a factor is due. Throws 401 `insufficient_aal`.
 */
export function assertAssured({ session }: { session: SessionRow }, factors: readonly FactorRow[]): void {
  if (isFactorDue(session, factors)) throw refusals.insufficientAssurance();
}
