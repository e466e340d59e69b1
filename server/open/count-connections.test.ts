import { expect, inject, it } from 'vitest';
import { databasePlace } from '#tests/engines/database.ts';
import { createLog } from '../lib/log.ts';
import { openPostgres } from '../platform/db/postgres/open-postgres.ts';
import { warnAboutConnections } from './count-connections.ts';

/** Runs with TEST_DATABASE=postgres. */
it.runIf(inject('postgresUrl'))('a start says if the server has too few connections for it', async () => {
  const { place: url, remove } = await databasePlace();
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const database = await openPostgres({ url, log, maxConnections: 1 });
  const startWith = (web: number) =>
    warnAboutConnections(
      { kind: 'postgres', url, directUrl: url, readUrl: null, pools: { all: 10, web, worker: 5 } },
      database,
      log,
    );
  await startWith(20);
  expect(lines).toEqual([]);
  await startWith(150);
  expect(lines).toEqual([
    expect.stringMatching(
      /too few connections for its processes: raise max_connections.*"needed":453,"offered":297/,
    ),
  ]);
  await database.close();
  await remove();
});
