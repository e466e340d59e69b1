import { DatabaseError } from '../../db/database.ts';
import { RestError } from './rest-error.ts';

/** Codes for a missing column, table, function or relation: the contract's, and PostgreSQL's for the first three. */
const MISSING = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42P01', '42883']);

/** True if a failure may be due to a stale schema cache. */
export function mayBeStale(error: unknown): boolean {
  return (error instanceof RestError || error instanceof DatabaseError) && MISSING.has(error.code);
}
