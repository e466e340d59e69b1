import type { Log } from '../lib/log.ts';
import { aroundDatabase } from '../platform/db/around/around-database.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { DISK_FULL } from '../platform/db/disk-full.ts';
import { isLost } from '../platform/db/lost.ts';
import { MORE_CONNECTIONS } from './count-connections.ts';

/** SQLSTATE of a server that takes no more connections. */
const TOO_MANY = '53300';
const REMIND_EVERY = 60_000;

const NEEDS = {
  disk: 'the disk of the database is full, so nothing is saved: make room on the machine that DATABASE_URL leads to',
  connections: `the database has no connection left for this process: ${MORE_CONNECTIONS}`,
} as const;

/** Logs, once a minute, what only the operator of a PostgreSQL server can end. People are told by each room. */
export function tellNeed(database: Database, { log }: { readonly log: Log }): Database {
  if (database.engine === 'pglite') return database; // its disk is watched
  const told = new Map<string, number>();
  const tell = (error: unknown): void => {
    const need = needOf(error);
    if (need === null || performance.now() - (told.get(need) ?? Number.NEGATIVE_INFINITY) < REMIND_EVERY)
      return;
    told.set(need, performance.now());
    log.error(NEEDS[need], { error });
  };
  return aroundDatabase(database, async (_work, run) => {
    try {
      return await run();
    } catch (error) {
      tell(error);
      throw error;
    }
  });
}

function needOf(error: unknown): keyof typeof NEEDS | null {
  if (!(error instanceof DatabaseError)) return null;
  if (error.code === DISK_FULL) return 'disk';
  const { cause } = error.details;
  const refused = isLost(error) && cause instanceof Error && 'code' in cause ? cause.code : null;
  return refused === TOO_MANY ? 'connections' : null;
}
