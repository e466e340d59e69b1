import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { systemClock } from './lib/clock.ts';
import { createLifecycle, type Lifecycle } from './lib/lifecycle.ts';
import type { Log } from './lib/log.ts';
import { createAuthRoom } from './platform/auth/auth-room.ts';
import { authLimits } from './platform/auth/auth-settings.ts';
import { createChanges } from './platform/db/changes.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openPglite } from './platform/db/pglite/open-pglite.ts';
import { openPostgres } from './platform/db/postgres/open-postgres.ts';
import { createFunctionsRoom } from './platform/functions/functions-room.ts';
import { createAuthenticator } from './platform/http/authenticator.ts';
import { createClientAddress } from './platform/http/client-address.ts';
import { loadKeys } from './platform/http/keys.ts';
import { listen } from './platform/http/listen.ts';
import { createLiveSessions } from './platform/http/live-sessions.ts';
import { createMailboxRoom } from './platform/http/mailbox-room.ts';
import { createOrigin } from './platform/http/origin.ts';
import { createRateLimiter } from './platform/http/rate-limiter.ts';
import type { Room } from './platform/http/room.ts';
import { createStaticSite } from './platform/http/static-site.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { createRealtimeRoom } from './platform/realtime/realtime-room.ts';
import { createRestRoom } from './platform/rest/rest-room.ts';
import { createStorageRoom } from './platform/storage/storage-room.ts';
import { availableTools, usableTools } from './product/ai/available-tools.ts';
import { chooseModels } from './product/ai/choose-models.ts';
import { findMissingModels } from './product/ai/find-missing-models.ts';
import type { Tool } from './product/ai/tool.ts';
import { createProduct } from './product/create-product.ts';
import { DEMO_MODEL, startDemoProvider } from './providers/demo/start-demo-provider.ts';
import { createLocalMailbox, type LocalMailbox } from './providers/mailer/local-mailbox.ts';
import type { Mailer } from './providers/mailer/mailer.ts';
import { createMissingMailer } from './providers/mailer/missing-mailer.ts';
import { createSmtpMailer } from './providers/mailer/smtp-mailer.ts';
import { createDiskStore } from './providers/object-store/disk.ts';
import { createOpenAiCompatibleTextModel } from './providers/text-model/openai-compatible.ts';

export interface App {
  readonly url: string;
  /** Lets requests and runs end for a while, then closes everything that was opened. */
  stop(limit: number): Promise<void>;
}

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Pages that the browser draws by itself; any other address without a file leads to /404. */
const APP_ROUTES = ['/dashboard', '/mailbox', '/reset-password', '/update-password'];

/** Puts the parts together: the only place that names which version of a provider is used. */
export async function startApp(config: Config, log: Log): Promise<App> {
  const lifecycle = createLifecycle(log);
  try {
    return await start(config, log, lifecycle);
  } catch (error) {
    await lifecycle.close(5_000);
    throw error;
  }
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<App> {
  const https = config.publicUrl.startsWith('https:');
  // The built site is read while the database opens.
  const siteLoading = createStaticSite({
    folder: join(ROOT, 'web/build/client'),
    appRoutes: APP_ROUTES,
    https,
  });
  siteLoading.catch(() => {}); // reported below, where it is awaited
  const database = await openDatabase(config, log);
  lifecycle.opened('database', (limit) => database.close(limit));
  await migrate(database, {
    folders: [join(ROOT, 'database/platform'), join(ROOT, 'database/product')],
    log,
  });

  const platform = await openPlatform(config, database, log, lifecycle);
  const tools = await openTools(config, log, lifecycle);
  const jobs = createJobs({ database, log });
  const product = createProduct({
    database,
    jobs,
    broadcaster: platform.realtime.broadcaster,
    tools,
    log,
    limits: { delegations: config.rateLimits.delegate },
    // The embedded database has one process; on a server, whoever listens here next is the same one again.
    instance: config.database.kind === 'pglite' ? 'embedded' : `${hostname()}:${config.port}`,
  });
  const functions = createFunctionsRoom({
    authenticator: platform.authenticator,
    definitions: product.functions,
    log,
  });
  const rooms = [...platform.rooms, functions];

  for (const room of rooms) await room.start?.();
  lifecycle.opened('rooms', () => Promise.all(rooms.map(async (room) => room.stop?.())));
  await jobs.start();
  lifecycle.opened('jobs', (limit) => jobs.stop(limit));
  await jobs.schedule('sweep-limits', '*/10 * * * *', () => platform.limiter.sweep());
  await product.start();
  lifecycle.opened('product', () => product.stop());

  const origin = createOrigin({
    rooms,
    site: await siteLoading,
    browserConfig: browserConfig(config, platform.anonKey, tools),
    isHealthy: () => database.isHealthy(),
    clientAddress: createClientAddress(config.trustedProxies),
    https,
    requestLimit: config.rateLimits.api,
    log,
  });
  const listening = await listen({ port: config.port, host: config.host, ...origin });
  lifecycle.opened('listener', (limit) => listening.close(Math.min(limit, 3_000)));
  // Before the listener, which waits for every connection: a live one does not end by itself.
  lifecycle.opened('live connections', async () => platform.realtime.stop?.());
  return { url: config.publicUrl, stop: (limit) => lifecycle.close(limit) };
}

function openDatabase({ database }: Config, log: Log): Promise<Database> {
  return database.kind === 'pglite'
    ? openPglite({ folder: database.folder, log })
    : // Files lie on this machine's disk, where a second process elsewhere would not find them.
      openPostgres({ url: database.url, log, alone: true });
}

/** The rooms that know nothing of tasks. */
async function openPlatform(config: Config, database: Database, log: Log, lifecycle: Lifecycle) {
  const clock = systemClock;
  const authUrl = `${config.publicUrl}/auth/v1`;
  const keys = await loadKeys({
    store:
      config.database.kind === 'pglite'
        ? { kind: 'file', path: join(config.dataDir, 'keys.json') }
        : { kind: 'database', database },
    ...config.keys,
  });
  const liveSessions = createLiveSessions({ database, log });
  await liveSessions.start();
  lifecycle.opened('sessions', () => liveSessions.stop());
  const changes = createChanges({ database, log });
  await changes.start();
  lifecycle.opened('changes', () => changes.stop());

  const authenticator = createAuthenticator({ keys, issuer: authUrl, liveSessions, clock });
  const limiter = createRateLimiter({ database, clock });
  const { mailer, mailbox } = openMail(config);
  const auth = createAuthRoom({
    database,
    authenticator,
    liveSessions,
    keys,
    mailer,
    limiter,
    clock,
    log,
    settings: {
      siteUrl: config.publicUrl,
      authUrl,
      redirectAllowlist: config.redirectAllowlist,
      signUp: config.signUp,
      mailAutoconfirm: config.mailAutoconfirm,
      anonymousSignIn: config.anonymousSignIn,
      brandName: config.brand.name,
      supportEmail: config.brand.supportEmail,
      limits: authLimits(config.rateLimits),
    },
  });
  const rest = createRestRoom({ database, authenticator, log });
  const storage = createStorageRoom({
    database,
    authenticator,
    objectStore: await createDiskStore({ folder: join(config.dataDir, 'objects') }),
    liveSessions,
    linkSecret: keys.secretFor('storage-links'),
    log,
  });
  const realtime = createRealtimeRoom({
    database,
    authenticator,
    liveSessions,
    changes,
    log,
    allowedOrigins: allowedOrigins(config),
  });
  const local: Room[] = mailbox ? [createMailboxRoom({ mailbox, publicUrl: config.publicUrl })] : [];
  return {
    authenticator,
    limiter,
    realtime,
    anonKey: keys.anonKey,
    rooms: [auth, rest, storage, realtime, ...local],
  };
}

function openMail({ mail, dataDir }: Config): { mailer: Mailer; mailbox: LocalMailbox | null } {
  if (mail.kind === 'smtp') return { mailer: createSmtpMailer(mail), mailbox: null };
  if (mail.kind === 'none') return { mailer: createMissingMailer(), mailbox: null };
  const mailbox = createLocalMailbox({ folder: join(dataDir, 'mailbox') });
  return { mailer: mailbox, mailbox };
}

/** The tools that work with what is configured. Without a model, a labelled demo stands in. */
async function openTools({ text }: Config, log: Log, lifecycle: Lifecycle): Promise<Tool[]> {
  if (text.kind === 'demo') {
    const demo = await startDemoProvider({ log });
    lifecycle.opened('demo provider', () => demo.close());
    const textModel = createOpenAiCompatibleTextModel({ baseUrl: demo.baseUrl, log, kind: 'demo' });
    const models = { fast: DEMO_MODEL, research: DEMO_MODEL, answer: DEMO_MODEL };
    return usableTools(availableTools({ textModel, models }));
  }
  const textModel = createOpenAiCompatibleTextModel({
    baseUrl: text.baseUrl,
    apiKey: text.apiKey ?? undefined,
    log,
  });
  const models = chooseModels({ baseUrl: text.baseUrl, ...text.models });
  const tools = availableTools({ textModel, models });
  // Asked beside the start: a provider that hangs must not keep the app from serving.
  const asking = new AbortController();
  lifecycle.opened('model check', async () => asking.abort());
  void findMissingModels({ textModel, models, log, signal: asking.signal });
  return usableTools(tools);
}

/** Pages that may open a live connection. On one's own machine localhost has several names. */
function allowedOrigins(config: Config): string[] {
  const own = new URL(config.publicUrl).origin;
  const names = config.production ? [] : ['localhost', '127.0.0.1', '[::1]'];
  return [own, ...names.map((name) => `http://${name}:${config.port}`), ...config.allowedOrigins];
}

function browserConfig(config: Config, anonKey: string, tools: readonly Tool[]): object {
  return {
    url: config.publicUrl,
    anonKey,
    brand: config.brand,
    ai: { demo: tools.some((tool) => tool.kind === 'demo'), tools: tools.map((tool) => tool.type) },
    mailbox: config.mail.kind === 'local',
    signUp: config.signUp,
  };
}
