import type { Tracer } from '#server/lib/tracer.ts';
import type { Database } from './database.ts';
import type { TimedWork } from './time-database.ts';

/**
 * Traces how long the database took, its queue included, as part of recorded work: what the server asks by itself, every
 * few seconds, would be traces of nothing. Statements aren't shown.
 */
export function traceDatabase(database: Database, tracer: Tracer): Database {
  function traced<T>(work: TimedWork, run: () => Promise<T>): Promise<T> {
    if (!tracer.isRecording()) return run();
    const facts = { 'db.system.name': 'postgresql' };
    return tracer.within({ name: `database ${work}`, kind: 'client', facts }, run);
  }

  return {
    ...database,
    batch: (...args) => traced('statement', () => database.batch(...args)),
    query: (text, values, options) => traced('statement', () => database.query(text, values, options)),
    exec: (...args) => traced('statement', () => database.exec(...args)),
    transaction: (work, options) => traced('transaction', () => database.transaction(work, options)),
  };
}
