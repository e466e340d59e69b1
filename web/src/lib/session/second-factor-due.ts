import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';

const claims = z.object({ factor_due: z.optional(z.boolean()) });

/**
 * True if the session still needs its second factor, according to a claim in its token. The server accepts such
 * a token only for verifying the factor.
 */
export function isSecondFactorDue({ access_token }: Pick<Session, 'access_token'>): boolean {
  const [, payload = ''] = access_token.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return claims.parse(JSON.parse(text)).factor_due === true;
  } catch {
    // Not one of our tokens: the server will refuse it anyway.
    return false;
  }
}
