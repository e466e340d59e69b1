import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import type { OperatorPlace } from '#tests/worlds/operator.ts';

/** Where a backup is restored: nothing is there yet. */
export interface Twin {
  readonly place: OperatorPlace;
  /** A folder for PGlite, or the address of a database on a server. */
  readonly database: string;
  remove(): Promise<void>;
}

/** Beside an installation, on the same kind of database. */
export async function emptyTwin({ env = {} }: OperatorPlace, dataDir: string): Promise<Twin> {
  const server = inject('postgresUrl');
  if (server === null) {
    return { place: { dataDir, env }, database: join(dataDir, 'database'), remove: async () => {} };
  }
  const name = `twin_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    place: { dataDir, env: { ...env, DATABASE_URL: url.href } },
    database: url.href,
    remove: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = await openPostgres({ url, log: silentLog, maxConnections: 1 });
  try {
    await server.exec(statement);
  } finally {
    await server.close();
  }
}
