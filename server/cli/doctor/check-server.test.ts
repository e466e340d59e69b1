import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import type { PostgresConfig } from '../../config/read-database.ts';
import { silentLog } from '../../lib/log.ts';
import { SERVING } from '../../open/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { openPostgres } from '../../platform/db/postgres/open-postgres.ts';
import { checkServer } from './check-server.ts';

/** Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('a server', () => {
  let place: DatabasePlace;
  let database: Database;

  beforeAll(async () => {
    place = await databasePlace();
    database = await openPostgres({ url: place.place, log: silentLog, maxConnections: 2 });
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });

  const look = async (settings: Partial<PostgresConfig> = {}) => {
    const { place: url } = place;
    const usual = { kind: 'postgres', url, directUrl: url, readUrl: null } as const;
    return checkServer({ ...usual, pools: { all: 10, web: 20, worker: 5 }, ...settings }, database);
  };

  it('has enough connections for the processes that serve it', async () => {
    const others = await Promise.all(
      [1, 2].map(() => openPostgres({ url: place.place, log: silentLog, maxConnections: 1 })),
    );
    for (const other of others) expect(await other.claim(SERVING, { shared: true })).not.toBeNull();
    // Two, one more and a command, each with 20 and the one that listens.
    const found = 'PostgreSQL: 2 serving, up to 84 connections with one more and a command, of 297';
    expect(await look()).toEqual([{ state: 'ok', part: 'database', found }]);
    expect((await look({ url: `${place.place}?pooler` }))[0]?.found).toContain('up to 30 connections');
    await Promise.all(others.map((other) => other.close()));
  });

  it('has too few for larger pools, or for what its user may have', async () => {
    const pools = { all: 10, web: 150, worker: 5 };
    expect(await look({ pools })).toEqual([
      {
        state: 'wrong',
        part: 'database',
        found:
          'PostgreSQL: 0 serving, up to 453 connections with one more and a command, but the server has 297: raise max_connections, lower DATABASE_POOL, or use a pooler',
      },
    ]);
    const name = new URL(place.place).pathname.slice(1);
    await database.exec(`alter database ${name} connection limit 20`);
    expect((await look())[0]?.found).toContain('but the server has 20:');
  });

  it('is told what is wrong with its standby', async () => {
    expect(await look({ readUrl: place.place })).toContainEqual({
      state: 'wrong',
      part: 'database',
      found: "standby: the server isn't a standby. The primary answers lists instead",
    });
  });
});
