import type { Tracer } from '#server/lib/tracer.ts';
import type { Database } from '../database.ts';
import { aroundDatabase } from './around-database.ts';

const FACTS = { 'db.system.name': 'postgresql' };

/**
 * Traces how long the database took as part of recorded work: what the server asks by itself, every few seconds, would be
 * traces of nothing. Statements aren't shown.
 */
export function traceDatabase(database: Database, tracer: Tracer): Database {
  return aroundDatabase(database, (work, run) =>
    tracer.isRecording()
      ? tracer.within({ name: `database ${work}`, kind: 'client', facts: FACTS }, run)
      : run(),
  );
}
