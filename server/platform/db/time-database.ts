import type { Database } from './database.ts';

export type TimedWork = 'statement' | 'transaction';

/** Reports how long the database took, its queue included, whether or not it succeeded. */
export function timeDatabase(
  database: Database,
  report: (work: TimedWork, seconds: number) => void,
): Database {
  async function timed<T>(work: TimedWork, run: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await run();
    } finally {
      report(work, (performance.now() - begun) / 1000);
    }
  }

  return {
    ...database,
    batch: (...args) => timed('statement', () => database.batch(...args)),
    query: (text, values, options) => timed('statement', () => database.query(text, values, options)),
    exec: (...args) => timed('statement', () => database.exec(...args)),
    transaction: (work, options) => timed('transaction', () => database.transaction(work, options)),
  };
}
