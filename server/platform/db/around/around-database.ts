import type { Database } from '../database.ts';

export type DatabaseWork = 'statement' | 'transaction';

/** Runs something around all work on a database, its queue included. */
export function aroundDatabase(
  database: Database,
  around: <T>(work: DatabaseWork, run: () => Promise<T>) => Promise<T>,
): Database {
  return {
    ...database,
    batch: (...args) => around('statement', () => database.batch(...args)),
    query: (text, values, options) => around('statement', () => database.query(text, values, options)),
    exec: (...args) => around('statement', () => database.exec(...args)),
    transaction: (work, options) => around('transaction', () => database.transaction(work, options)),
  };
}
