import { DatabaseError } from '../../db/database.ts';
import { RestError } from './rest-error.ts';

/** Something is not there: a column, a table, a function, a relation, or PostgreSQL's own words for the first three. */
const MISSING = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42P01', '42883']);

/** Whether a failure may come from a schema that has changed since it was read. */
export function mayBeStale(error: unknown): boolean {
  return (error instanceof RestError || error instanceof DatabaseError) && MISSING.has(error.code);
}
