import type { TestProject } from 'vitest/node';
import { startTestServer } from './engines/postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases; null: they run on PGlite. */
    readonly postgresUrl: string | null;
  }
}

/**
 * What the whole run needs once. `TEST_DATABASE=postgres` runs every test on PostgreSQL instead of PGlite: on the
 * server that `TEST_DATABASE_URL` names, or on one of its own. `DATABASE_URL` is never touched.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE: engine = 'pglite', TEST_DATABASE_URL: url } = process.env;
  if (engine === 'pglite') {
    project.provide('postgresUrl', null);
    return undefined;
  }
  if (engine !== 'postgres') throw new Error(`TEST_DATABASE is ${engine}; allowed are pglite and postgres`);
  if (url) {
    project.provide('postgresUrl', url);
    return undefined;
  }
  const server = await startTestServer();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
