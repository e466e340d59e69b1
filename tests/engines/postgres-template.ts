import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts';

/** Any number that the migrations do not lock. */
const LOCK = 7215362740284;

/** The name of a migrated database that may be cloned with `create database … template …`. */
export async function ensurePostgresTemplate(server: Database, serverUrl: string): Promise<string> {
  const name = `errand_template_${migrationsFingerprint()}`;
  // The lock is held by a transaction, while CREATE DATABASE must be outside of one: hence a second connection.
  await server.transaction(
    async (tx) => {
      await tx.query("select set_config('lock_timeout', '0', true), pg_advisory_xact_lock($1)", [LOCK]);
      const existing = await tx.query('select from pg_database where datname = $1', [name]);
      if (existing.length === 0) await build(serverUrl, name);
    },
    { limit: 120_000, idle: 120_000, total: 120_000 },
  );
  return name;
}

async function build(serverUrl: string, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`;
  const server = await openPostgres({ url: serverUrl, log: silentLog });
  try {
    await server.exec(`drop database if exists ${unfinished} with (force)`);
    await server.exec(`create database ${unfinished} template template0`);
    const database = await openPostgres({ url: withDatabase(serverUrl, unfinished), log: silentLog });
    try {
      await migrate(database, { folders: migrationFolders, log: silentLog });
    } finally {
      await database.close();
    }
    await server.exec(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await server.close();
  }
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
