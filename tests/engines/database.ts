import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { keepEngine } from './keep-engine.ts';
import { copyTemplate, type DatabasePlace } from './pglite-template.ts';
import { ensurePostgresTemplate, withDatabase } from './postgres-template.ts';
import { borrowEngine } from './shared-engine.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Otherwise the engine of the whole run. The embedded one is then started for this file alone. */
  readonly engine?: Database['engine'];
  readonly limit?: number;
  readonly maxQueue?: number;
  /** Of the embedded engine: requests under way at once, and milliseconds in which nothing is dear. */
  readonly depth?: number;
  readonly warmUp?: number;
}

/** A fresh database with all migrations, for one test file. Close it in `afterAll`. */
export async function testDatabase({ engine, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const log = silentLog;
  const serverUrl = inject('postgresUrl');
  if (serverUrl !== null && engine !== 'pglite')
    return openPlace(await createClone(serverUrl), (url) => openPostgres({ url, log, ...options }));
  await keepEngine();
  if (engine === undefined && Object.keys(options).length === 0) return borrowEngine();
  return openPlace(await copyTemplate(), (folder) => openPglite({ folder, log, ...options }));
}

/** The place goes with its database, and also when it cannot be opened. */
async function openPlace(
  { place, remove }: DatabasePlace,
  open: (place: string) => Promise<Database>,
): Promise<TestDatabase> {
  try {
    const database = await open(place);
    return {
      database,
      async close() {
        await database.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

export function databasePlace(): Promise<DatabasePlace> {
  const serverUrl = inject('postgresUrl');
  return serverUrl === null ? copyTemplate() : createClone(serverUrl);
}

async function createClone(serverUrl: string): Promise<DatabasePlace> {
  const name = `errand_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, async (server) => {
    await server.exec(`create database ${name} template ${await ensurePostgresTemplate(server, serverUrl)}`);
  });
  return {
    place: withDatabase(serverUrl, name),
    remove: () => onServer(serverUrl, (server) => server.exec(`drop database ${name} with (force)`)),
  };
}

async function onServer(url: string, act: (server: Database) => Promise<unknown>): Promise<void> {
  const server = await openPostgres({ url, log: silentLog, maxConnections: 1 });
  try {
    await act(server);
  } finally {
    await server.close();
  }
}
