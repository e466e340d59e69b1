import { startTestServer } from '#tests/postgres-server.ts';
import { freshDataDir, removeDataDir, type ServerProcess, startServer } from '#tests/server-process.ts';

export type Engine = 'pglite' | 'postgres';
export const ENGINES: readonly Engine[] = ['pglite', 'postgres'];

/** What a measured server must not be slowed by, and mails that nobody reads. */
const QUIET = {
  LOG_LEVEL: 'warn',
  MAIL_AUTOCONFIRM: 'on',
  RATE_LIMIT_SIGN_IN: 'off',
  RATE_LIMIT_MAIL: 'off',
  RATE_LIMIT_TOKEN: 'off',
  RATE_LIMIT_API: 'off',
  RATE_LIMIT_DELEGATE: 'off',
};

export interface Place {
  readonly engine: Engine;
  /** Starts the program on this place's data; the data stays between two starts. */
  start(env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** A fresh folder, and for PostgreSQL a fresh server of its own with durable settings left at the package's test values. */
export async function openPlace(engine: Engine): Promise<Place> {
  const dataDir = await freshDataDir();
  const postgres = engine === 'postgres' ? await startTestServer() : null;
  const database: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {};
  return {
    engine,
    start: (env) => startServer({ dataDir, env: { ...QUIET, ...database, ...env } }),
    async remove() {
      await postgres?.stop();
      await removeDataDir(dataDir);
    },
  };
}
