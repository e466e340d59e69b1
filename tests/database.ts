import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { ensurePgliteTemplate } from './pglite-template.ts';
import { ensurePostgresTemplate, withDatabase } from './postgres-template.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Otherwise the engine of the whole run. */
  readonly engine?: Database['engine'];
  readonly limit?: number;
  readonly maxQueue?: number;
}

/** A fresh database with all migrations, for one test file. Close it in `afterAll`. */
export function testDatabase({ engine, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  return serverUrl === null || engine === 'pglite' ? clonePglite(options) : clonePostgres(serverUrl, options);
}

type OpenOptions = Omit<TestDatabaseOptions, 'engine'>;

async function clonePglite(options: OpenOptions): Promise<TestDatabase> {
  const { folder, remove } = await copyTemplate();
  try {
    const database = await openPglite({ folder, log: silentLog, ...options });
    return {
      database,
      async close() {
        await database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folder of a closed, migrated PGlite database, for tests that open and kill it themselves. */
export async function copyTemplate(): Promise<{ folder: string; remove: () => void }> {
  const template = await ensurePgliteTemplate();
  const home = mkdtempSync(path.join(tmpdir(), 'errand-test-'));
  const folder = path.join(home, 'database');
  cpSync(template, folder, { recursive: true });
  return { folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

async function clonePostgres(serverUrl: string, options: OpenOptions): Promise<TestDatabase> {
  const name = `errand_test_${randomUUID().replaceAll('-', '')}`;
  const server = await openPostgres({ url: serverUrl, log: silentLog, maxConnections: 1 });
  try {
    await server.exec(`create database ${name} template ${await ensurePostgresTemplate(server, serverUrl)}`);
    const url = withDatabase(serverUrl, name);
    const database = await openPostgres({ url, log: silentLog, ...options });
    return {
      database,
      async close() {
        await database.close();
        await server.exec(`drop database ${name} with (force)`);
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
