import { z } from 'zod';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import {
  anonKeyOf,
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import type { Site } from './person.ts';

type Environment = Readonly<Record<string, string>>;

/** Several processes of the real program on one PostgreSQL and one folder, behind a balancer. */
export interface Processes {
  /** Through the balancer. */
  readonly site: Site;
  readonly balancer: Balancer;
  readonly simulator: AiSimulator;
  /** Address of the database. */
  readonly database: string;
  /** Of every process. */
  readonly env: Environment;
  readonly dataDir: string;
  readonly all: readonly ServerProcess[];
  /** The site of one process, past the balancer. */
  siteOf(at: number): Site;
  /** Starts one again, on its port; it's stopped first if it still runs. `root` is the folder of another version. */
  restart(at: number, changes?: Environment, root?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * `differing` is the configuration of each, beyond what all have in `shared`; `own` a database other than a migrated one;
 * `root` the folder of another version, which begins with an empty one.
 */
export async function openProcesses(
  differing: readonly Environment[],
  own?: DatabasePlace,
  shared: Environment = {},
  root?: string,
): Promise<Processes> {
  const [simulator, balancer, { place, remove }, dataDir] = await Promise.all([
    startAiSimulator(),
    startBalancer(),
    own ?? (root ? emptyPlace() : databasePlace()),
    freshDataDir(),
  ]);
  const env: Environment = {
    ...UNLIMITED,
    DATABASE_URL: place,
    PUBLIC_URL: balancer.url,
    AI_BASE_URL: simulator.url,
    AI_API_KEY: simulator.apiKey,
    AI_MODEL_FAST: 'sim/fast',
    ...shared,
  };
  const start = (changes: Environment, folder?: string, port?: number) =>
    startServer({
      dataDir,
      env: { ...env, ...changes },
      ...(folder ? { root: folder } : {}),
      ...(port ? { port } : {}),
    });
  const starting: Promise<ServerProcess>[] = [];
  const close = async (): Promise<void> => {
    const started = await Promise.allSettled(starting);
    balancer.close();
    await Promise.all(started.map(async (one) => one.status === 'fulfilled' && one.value.stop()));
    await simulator.close();
    await remove();
    await removeDataDir(dataDir);
  };
  const startAll = async (): Promise<ServerProcess[]> => {
    const started: ServerProcess[] = [];
    for (const changes of differing) {
      const next = start(changes, root);
      starting.push(next);
      started.push(await next);
    }
    return started;
  };
  const all = await startAll().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const serving = (): string[] =>
    all.filter((_one, at) => differing[at]?.['ROLE'] !== 'worker').map(({ url }) => url);
  balancer.serve(serving());
  const anonKey = await anonKeyOf(balancer.url);
  return {
    site: { url: balancer.url, anonKey },
    balancer,
    simulator,
    database: place,
    env,
    dataDir,
    all,
    siteOf: (at) => ({ url: z.string().parse(all[at]?.url), anonKey }),
    async restart(at, changes = {}, folder) {
      const port = Number(new URL(z.string().parse(all[at]?.url)).port);
      await all[at]?.stop();
      const again = () => start({ ...differing[at], ...changes }, folder, port);
      // As a supervisor does: the database may be away just now.
      starting[at] = again().catch(again);
      all[at] = await starting[at];
    },
    close,
  };
}

async function emptyPlace(): Promise<DatabasePlace> {
  const server = await startTestServer();
  return { place: server.url, remove: () => server.stop() };
}
