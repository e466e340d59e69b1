import { DatabaseError } from './database.ts';

/** SQLSTATE classes: connection, resources, a lock, restart or timeout, deadlock or serialization. */
const PASSING = /^(08|53|55P03|57|40|25P)/;

/** True if the same may succeed in a moment. It may have been committed. */
export function isPassing(error: unknown): boolean {
  return error instanceof DatabaseError && PASSING.test(error.code);
}
