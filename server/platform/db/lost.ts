import { DatabaseError } from './database.ts';

/** Restarting, closing, unreachable, or a standby that isn't the primary yet. */
export const LOST = '57P01';

/** True if the database couldn't be reached: a retry may succeed in a moment. Answered with status 503. */
export function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOST;
}
