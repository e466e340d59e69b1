import { newUuid } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { compareMigrations } from '../platform/db/migrate.ts';
import { MIGRATIONS, SERVING } from './database.ts';

/** The place of this process among those that serve the same database. */
export interface Place {
  /** Under which it holds runs; kept across restarts, unless another process has it. */
  readonly name: string;
  /** Throws 55006, with the reason, if another process serves. None can begin before `started`. */
  assertAlone(because: string): Promise<void>;
  isAlone(): Promise<boolean>;
  /** Lets the next process start. */
  started(): Promise<void>;
}

/** Milliseconds; a command that needs the database for itself fails sooner or takes long. */
const PATIENCE = 2_000;

/**
 * Waits for its turn, since processes start one after the other, and takes a place. Throws 55006 if a command has the
 * database for itself, or if this version would do more than expand a database that others serve.
 */
export async function takePlace(
  database: Database,
  { name: wanted, log }: { name: string; log: Log },
): Promise<Place> {
  if (database.engine === 'pglite') return only(wanted);
  const finish = await takeTurn(database, log);
  if (!(await database.claim(SERVING, { shared: true, patience: PATIENCE }))) {
    throw new DatabaseError(
      '55006',
      'a command such as restore or migrate is using the database: wait for its end',
    );
  }
  const isAlone = async (): Promise<boolean> => {
    const leave = await database.claim(SERVING);
    await leave?.();
    return leave !== null;
  };
  const place: Place = {
    name: (await database.claim(`runs of ${wanted}`)) ? wanted : `${wanted}:${newUuid()}`,
    isAlone,
    async assertAlone(because) {
      if (!(await isAlone())) throw new DatabaseError('55006', `${because}: stop all others first`);
    },
    started: finish,
  };
  const { pending } = await compareMigrations(database, MIGRATIONS);
  if (pending.some(({ expands }) => !expands)) {
    await place.assertAlone('this version changes the database, which another process is using');
  }
  return place;
}

/** The embedded database's one process. */
function only(name: string): Place {
  return { name, assertAlone: async () => {}, isAlone: async () => true, started: async () => {} };
}

async function takeTurn(database: Database, log: Log): Promise<() => Promise<void>> {
  const atOnce = await database.claim('starting');
  if (atOnce) return atOnce;
  log.info('another process is starting on this database: waiting for it');
  const later = await database.claim('starting', { patience: Number.POSITIVE_INFINITY });
  if (!later) throw new Error('a claim without an end to its patience was refused');
  return later;
}
