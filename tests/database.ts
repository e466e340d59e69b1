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
  close(): Promise<void>;
}

/** A fresh database with all migrations, for one test file. Close it in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  return serverUrl === null ? clonePglite() : clonePostgres(serverUrl);
}

async function clonePglite(): Promise<TestDatabase> {
  const home = mkdtempSync(path.join(tmpdir(), 'errand-test-'));
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const folder = path.join(home, 'database');
  try {
    cpSync(await ensurePgliteTemplate(), folder, { recursive: true });
    const database = await openPglite({ folder, log: silentLog });
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

async function clonePostgres(serverUrl: string): Promise<TestDatabase> {
  const name = `errand_test_${randomUUID().replaceAll('-', '')}`;
  const server = await openPostgres({ url: serverUrl, log: silentLog, maxConnections: 1 });
  try {
    await server.exec(`create database ${name} template ${await ensurePostgresTemplate(server, serverUrl)}`);
    const database = await openPostgres({ url: withDatabase(serverUrl, name), log: silentLog });
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
