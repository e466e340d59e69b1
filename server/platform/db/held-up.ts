import { DatabaseError } from './database.ts';

/**
 * lock_not_available and deadlock_detected, https://www.postgresql.org/docs/current/errcodes-appendix.html: others were
 * at the same rows. Nothing was written, and a moment later it may work. Answered with status 503.
 */
const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

export function isHeldUp(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === LOCK_TIMEOUT || error.code === DEADLOCK);
}

/** PostgreSQL has rolled one of the two back. `work` runs again once: it must do nothing outside of the database. */
export async function repeatDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === DEADLOCK) return work();
    throw error;
  }
}
