import type { Database } from '../database.ts';
import { aroundDatabase, type DatabaseWork } from './around-database.ts';

/** Reports how long the database took, its queue included, whether or not it succeeded. */
export function timeDatabase(
  database: Database,
  report: (work: DatabaseWork, seconds: number) => void,
): Database {
  return aroundDatabase(database, async (work, run) => {
    const begun = performance.now();
    try {
      return await run();
    } finally {
      report(work, (performance.now() - begun) / 1000);
    }
  });
}
