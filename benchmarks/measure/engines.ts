import { startTestServer } from '#tests/engines/postgres-server.ts';
import {
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { type Version, versions } from './versions.ts';

export type Engine = 'pglite' | 'postgres';
export const ENGINES: readonly Engine[] = ['pglite', 'postgres'];

export interface Place {
  readonly engine: Engine;
  /** What a command line on the same data needs to know. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program on this place's data; the data stays between two starts. */
  start(env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** A fresh folder, and for PostgreSQL a fresh server of its own with durable settings left at the package's test values. */
export async function openPlace(engine: Engine, version?: Version): Promise<Place> {
  const [own] = version ? [version] : await versions();
  const dataDir = await freshDataDir();
  const postgres = engine === 'postgres' ? await startTestServer() : null;
  const database: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {};
  return {
    engine,
    env: database,
    start: (env) =>
      startServer({
        ...(version ?? own),
        optimises: true,
        dataDir,
        env: { ...UNLIMITED, ...database, ...env },
      }),
    async remove() {
      await postgres?.stop();
      await removeDataDir(dataDir);
    },
  };
}
