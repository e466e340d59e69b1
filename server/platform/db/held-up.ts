import { DatabaseError } from './database.ts';

/**
 * lock_not_available and deadlock_detected, https://www.postgresql.org/docs/current/errcodes-appendix.html: a
 * conflict with concurrent transactions. Nothing was written, and a retry may succeed. Answered with status 503.
 */
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

export function isHeldUp(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === LOCK_TIMEOUT || error.code === DEADLOCK);
}

/**
 * Retries `work` once after a deadlock, since PostgreSQL rolled it back. It must not have effects outside the
 * database.
 */
export async function repeatDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === DEADLOCK) return work();
    throw error;
  }
}
