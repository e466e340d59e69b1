import type { Session } from '@supabase/supabase-js';
import * as z from 'zod/mini';

const claims = z.object({ factor_due: z.optional(z.boolean()) });

/**
 * Whether this session's owner has a second factor that it has not shown. The server says so in the token, and takes
 * it nowhere but where the factor is shown.
 */
export function isSecondFactorDue({ access_token }: Pick<Session, 'access_token'>): boolean {
  const [, payload = ''] = access_token.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return claims.parse(JSON.parse(text)).factor_due === true;
  } catch {
    // No token of ours: the server will refuse it wherever it is shown.
    return false;
  }
}
