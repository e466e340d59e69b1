import { startTestServer } from '#tests/engines/postgres-server.ts';
import {
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { processorTimeOfAll } from './figures.ts';
import { type Version, versions } from './versions.ts';

export type Engine = 'pglite' | 'postgres';
export const ENGINES: readonly Engine[] = ['pglite', 'postgres'];

/** `UNLIMITED` in names that both commit ee0eadd and its successors understand. */
function unlimitedUnderOldNames(): Record<string, string> {
  const { RATE_LIMITS: _, ...others } = UNLIMITED;
  const limits = ['SIGN_IN', 'MAIL', 'TOKEN', 'API', 'DELEGATE'];
  return { ...others, ...Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, 'off'])) };
}

export interface Place {
  readonly engine: Engine;
  /** What a command line on the same data needs to know. */
  readonly env: Readonly<Record<string, string>>;
  /** Of PostgreSQL's processes, in milliseconds; 0 where the server's own process is the database. */
  databaseTime(): number;
  /** Starts the program on this place's data; the data stays between two starts. */
  start(env?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  remove(): Promise<void>;
}

/** A fresh folder, and for PostgreSQL a fresh server of its own with durable settings left at the package's test values. */
export async function openPlace(
  engine: Engine,
  version?: Version,
  through: 'url' | 'socketUrl' = 'url',
): Promise<Place> {
  const [own] = version ? [version] : await versions();
  const unlimited = version?.name === 'the other' ? unlimitedUnderOldNames() : UNLIMITED;
  const dataDir = await freshDataDir();
  const postgres = engine === 'postgres' ? await startTestServer() : null;
  const database: Record<string, string> = postgres ? { DATABASE_URL: postgres[through] } : {};
  return {
    engine,
    env: database,
    databaseTime: () => (postgres ? processorTimeOfAll(postgres.pid) : 0),
    start: (env) =>
      startServer({
        ...(version ?? own),
        optimises: true,
        dataDir,
        env: { ...unlimited, ...database, ...env },
      }),
    async remove() {
      await postgres?.stop();
      await removeDataDir(dataDir);
    },
  };
}
