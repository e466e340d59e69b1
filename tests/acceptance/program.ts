import { dirname } from 'node:path';
import { inject } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { databasePlace } from '#tests/engines/database.ts';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import {
  anonKeyOf,
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';

type Environment = Readonly<Record<string, string>>;

/** The real program as its own process, with the AI simulator behind it. Its data and its address outlive a kill. */
export interface Program {
  readonly url: string;
  readonly anonKey: string;
  /** The process that runs now. */
  readonly server: ServerProcess;
  readonly simulator: AiSimulator;
  /** How to start a second process on the same data. */
  readonly place: { readonly dataDir: string; readonly env: Environment };
  /** A folder for PGlite, or the address of a database on a server. */
  readonly database: string;
  /** How often the provider was asked for a text. */
  calls(): number;
  /** Starts it again on the same data and port, after a kill or a stop. `changes` are to its configuration. */
  start(changes?: Environment): Promise<void>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  /** A script of simulators/ai/README.md. */
  readonly model?: string;
  /** Puts something between the program and the simulator: its address is configured instead. */
  readonly between?: (simulator: AiSimulator) => Promise<string>;
  readonly env?: Environment;
  /** Nothing is said about a provider, as on a newcomer's machine. */
  readonly withoutProvider?: boolean;
  /** No database at all instead of a migrated one: the first start ever. */
  readonly pristine?: boolean;
}

export async function openProgram(options: ProgramOptions = {}): Promise<Program> {
  const { model = 'sim/fast', pristine = false } = options;
  const simulator = await startAiSimulator();
  const data = await (pristine ? pristinePlace() : migratedPlace());
  const provider: Environment = {
    AI_BASE_URL: (await options.between?.(simulator)) ?? simulator.url,
    AI_API_KEY: simulator.apiKey,
    AI_MODEL_FAST: model,
    IMAGE_BASE_URL: simulator.url,
    IMAGE_API_KEY: simulator.apiKey,
    IMAGE_MODEL: 'gpt-image-1.5',
  };
  const env: Environment = {
    ...(options.withoutProvider ? {} : provider),
    ...data.env,
    ...(options.env ?? UNLIMITED),
  };
  const launch = (changes: Environment = {}, port?: number): Promise<ServerProcess> =>
    startServer({
      dataDir: data.dataDir,
      env: { ...env, ...changes },
      ...(port ? { port } : {}),
    });
  let starting = launch();
  let server = await starting.catch(async (error: unknown) => {
    await simulator.close();
    await data.remove();
    throw error;
  });
  const { url } = server;
  const anonKey = await anonKeyOf(url);
  return {
    url,
    anonKey,
    simulator,
    place: { dataDir: data.dataDir, env },
    database: data.database,
    get server() {
      return server;
    },
    calls: () => simulator.journal.entries.filter(({ method }) => method === 'POST').length,
    async start(changes) {
      starting = launch(changes, Number(new URL(url).port));
      server = await starting;
    },
    async close() {
      // A test that has run out of time may have left it in the middle of a start.
      const last = await starting.catch(() => server);
      await last.stop();
      await simulator.close();
      await data.remove();
    },
  };
}

interface Place {
  readonly dataDir: string;
  readonly database: string;
  readonly env: Environment;
  remove(): Promise<void>;
}

/** Migrated beforehand, which saves each file the 3 seconds of a first start. */
async function migratedPlace(): Promise<Place> {
  const { place, remove } = await databasePlace();
  if (!place.startsWith('postgres://')) {
    return { dataDir: dirname(place), database: place, env: {}, remove };
  }
  const dataDir = await freshDataDir();
  return {
    dataDir,
    database: place,
    env: { DATABASE_URL: place },
    remove: async () => {
      await remove();
      await removeDataDir(dataDir);
    },
  };
}

async function pristinePlace(): Promise<Place> {
  const dataDir = await freshDataDir();
  const postgres = inject('postgresUrl') === null ? null : await startTestServer();
  return {
    dataDir,
    database: postgres?.url ?? `${dataDir}/database`,
    env: postgres ? { DATABASE_URL: postgres.url } : {},
    remove: async () => {
      await postgres?.stop();
      await removeDataDir(dataDir);
    },
  };
}
