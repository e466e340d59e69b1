import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Clock } from './lib/clock.ts';
import type { DiskWatch } from './lib/disk-space.ts';
import { createLifecycle, type Lifecycle } from './lib/lifecycle.ts';
import type { Log } from './lib/log.ts';
import type { Tracer } from './lib/tracer.ts';
import { toBrowserConfig } from './open/browser-config.ts';
import { warnAboutConnections } from './open/count-connections.ts';
import { DELETING, MIGRATIONS, openStandby } from './open/database.ts';
import { openExamination } from './open/examination.ts';
import { createFileCommands } from './open/file-commands.ts';
import { openFiles } from './open/files.ts';
import { openIdentities } from './open/identities.ts';
import { openMessages } from './open/messages.ts';
import { openPayments } from './open/payments.ts';
import { takePlace } from './open/place.ts';
import { assertSharedFiles } from './open/shared-files.ts';
import { openSite } from './open/site.ts';
import { openMetrics } from './open/telemetry/metrics.ts';
import type { Traces } from './open/telemetry/traces.ts';
import { tellNeed } from './open/tell-need.ts';
import { openTools } from './open/tools.ts';
import { assertNoHalfLoaded } from './open/unfinished-restore.ts';
import { createAuthRoom } from './platform/auth/auth-room.ts';
import { authLimits } from './platform/auth/auth-settings.ts';
import { guardDisk } from './platform/db/around/guard-disk.ts';
import { timeDatabase } from './platform/db/around/time-database.ts';
import { traceDatabase } from './platform/db/around/trace-database.ts';
import { createBackupHold } from './platform/db/backup-hold.ts';
import { createChanges } from './platform/db/changes.ts';
import type { Database } from './platform/db/database.ts';
import { openDatabaseClock } from './platform/db/database-clock.ts';
import { chooseDefaultGrants } from './platform/db/default-grants.ts';
import { migrate } from './platform/db/migrate.ts';
import { keepLogShort } from './platform/db/pglite/keep-log-short.ts';
import { createFunctionsRoom } from './platform/functions/functions-room.ts';
import { createClientAddress, createTrustedPeers } from './platform/http/client-address.ts';
import { countRequests } from './platform/http/count-requests.ts';
import { listen } from './platform/http/listen.ts';
import { createLocalDoor, type LocalDoor } from './platform/http/local-door.ts';
import { createMailboxRoom } from './platform/http/mailbox-room.ts';
import { createOrigin } from './platform/http/origin.ts';
import { createRateLimiter } from './platform/http/rate-limiter.ts';
import { createSharedCounts } from './platform/http/request-limiter.ts';
import type { Room } from './platform/http/room.ts';
import { createAuthenticator } from './platform/http/tokens/authenticator.ts';
import { loadKeys } from './platform/http/tokens/keys.ts';
import { createLiveSessions } from './platform/http/tokens/live-sessions.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { createRealtimeRoom } from './platform/realtime/realtime-room.ts';
import { createRestRoom } from './platform/rest/rest-room.ts';
import { checkFilesAtNight, lostFiles } from './platform/storage/care/check-files.ts';
import { createFileAccess } from './platform/storage/file-access.ts';
import { createStorageRoom } from './platform/storage/storage-room.ts';
import { addFirstTask } from './product/accounts/add-first-task.ts';
import { queueSignUpReports, type SignedUp } from './product/accounts/report-sign-up.ts';
import { createProduct } from './product/create-product.ts';
import { createProductEvents } from './product/events.ts';
import { createFileWork } from './product/files/file-work.ts';
import { createOperatorRoom } from './product/operator/operator-room.ts';
import { createErasedList } from './product/recovery/erased-list.ts';
import { recover } from './product/recovery/recover.ts';
import { createHttpAnalytics } from './providers/analytics/http-analytics.ts';
import { createSiteverify } from './providers/captcha/siteverify.ts';
import { createLoopbackModels } from './providers/local-models/loopback.ts';
import { keepWhileHeld, type MayDelete } from './providers/object-store/keep-while-held.ts';
import type { ObjectStore } from './providers/object-store/object-store.ts';

export interface App {
  readonly url: string;
  /** Link to the local mailbox; null if there is none. */
  readonly mailboxUrl: string | null;
  /**
   * Reports that it gets no more requests, and hands over its runs. After the configured time for that to be noticed,
   * closes everything within `limit` ms.
   */
  stop(limit: number): Promise<void>;
}

/** Opened before the app is loaded, and closed by it. */
export interface Opened {
  readonly disk: DiskWatch;
  readonly opening: Promise<Database>;
  /** Null unless configured. */
  readonly traces: Traces | null;
}

/** Composition root. Only this file and open/ refer to provider implementations. */
export async function startApp(config: Config, log: Log, { disk, opening, traces }: Opened): Promise<App> {
  const lifecycle = createLifecycle(log);
  if (traces) lifecycle.opened('traces', (limit) => traces.stop(limit));
  lifecycle.opened('disk', async () => disk.stop());
  try {
    const opened = await opening;
    lifecycle.opened('database', (limit) => opened.close(limit));
    return await start(config, log, { lifecycle, disk, opened, tracer: traces?.tracer ?? null });
  } catch (error) {
    await lifecycle.close(5_000);
    throw error;
  }
}

interface StartWith {
  readonly lifecycle: Lifecycle;
  readonly disk: DiskWatch;
  readonly opened: Database;
  readonly tracer: Tracer | null;
}

async function start(config: Config, log: Log, { lifecycle, disk, opened, tracer }: StartWith): Promise<App> {
  const https = config.publicUrl.startsWith('https:');
  const [serves, works] = [config.role !== 'worker', config.role !== 'web'];
  // Reads the built site while the rest starts.
  const siteLoading = serves ? openSite(config) : Promise.resolve(null);
  siteLoading.catch(() => {}); // reported below, where it is awaited
  const metrics = await openMetrics({ token: config.metricsToken, collector: config.collector.figures }, log);
  // The last ones are read from the database, before it closes.
  if (metrics) lifecycle.opened('figures', (limit) => metrics.stop(limit));
  const timed = metrics ? timeDatabase(opened, metrics.timeWork) : opened;
  const traced = tracer ? traceDatabase(timed, tracer) : timed;
  const database = await guardDisk(tellNeed(traced, { log }), { disk, log });
  const backupHold = createBackupHold();
  const door = createLocalDoor(config.publicUrl);
  if (database.engine === 'pglite') {
    const logKeeper = keepLogShort(database, { log, isHeld: () => backupHold.isHeld() });
    lifecycle.opened('log of the database', async () => logKeeper.stop());
  }
  const place = await takePlace(database, { name: nameOf(config), log });
  if (config.database.kind === 'postgres') await warnAboutConnections(config.database, database, log);
  await assertNoHalfLoaded(config, database);
  await migrate(database, { folders: MIGRATIONS, log });
  const mayDelete: MayDelete = async () =>
    backupHold.isHeld() ? null : database.claim(DELETING, { shared: true });
  const files = await openFiles(config, { assertRoom: () => disk.assertRoom(), log });
  lifecycle.opened('store for files', async () => files.stop());
  if (database.engine === 'postgres') await assertSharedFiles(database, { files: files.main, place, log });
  await chooseDefaultGrants(database, { grants: config.dataApi.defaultGrants, log });

  const clock = await openDatabaseClock(database, { log });
  lifecycle.opened('clock', async () => clock.stop());
  const jobs = createJobs({ database, log, works });
  const analytics = config.services.analytics && createHttpAnalytics(config.services.analytics);
  const report = analytics && queueSignUpReports(jobs);
  const signedUp: SignedUp = async (tx, userId) => {
    await addFirstTask(tx, userId);
    await report?.(tx, userId);
  };
  const erasedList = createErasedList(database, { file: config.erasedAccountsFile, log });
  const accountErased = (): Promise<void> => erasedList.note();
  const platform = await openPlatform({
    config,
    database,
    objectStore: keepWhileHeld(files.store, mayDelete),
    door,
    clock,
    log,
    lifecycle,
    signedUp,
    accountErased,
  });
  const fileWork = createFileWork();
  const { tools, missing, prices } = await openTools(config, { database, fileWork, log, lifecycle });
  const payments = await openPayments(config, { secret: platform.testCheckoutSecret, door, clock });
  await recover({
    database,
    place: config,
    assertAlone: (because) => place.assertAlone(because),
    billing: payments.selling && {
      ...payments.selling,
      database,
      events: createProductEvents(log),
      owners: platform.owners,
    },
    log,
  });
  await erasedList.start();
  lifecycle.opened('list of erased accounts', () => erasedList.stop());
  const product = createProduct({
    database,
    jobs,
    accountErased,
    broadcaster: platform.realtime.broadcaster,
    tools,
    files: createFileAccess(platform.fileParts),
    fileWork,
    limiter: platform.limiter,
    owners: platform.owners,
    log,
    prices,
    analytics,
    selling: payments.selling,
    localModels: config.findsLocalModels ? createLoopbackModels() : null,
    checkModels: config.checksModels ? openExamination(config, log) : null,
    door,
    canMail: config.mail.kind !== 'none',
    limits: { delegations: config.rateLimits.delegate, budgets: config.budgets },
    counters: metrics?.product ?? null,
    tracer,
    works,
    instance: place.name,
  });
  const functions = createFunctionsRoom({
    authenticator: platform.authenticator,
    definitions: product.functions,
    log,
  });
  const operator = createOperatorRoom({
    database,
    catalogue: config.catalogue,
    authenticator: platform.authenticator,
    door,
    accountErased,
    backupHold,
    fileCommands: createFileCommands({ database, files, mayDelete, log }),
    log,
  });
  payments.deliverTo(functions);
  const rooms = [...platform.rooms, functions, operator, ...payments.rooms];

  lifecycle.opened('rooms', () => Promise.all(rooms.map(async (room) => room.stop?.())));
  lifecycle.opened('jobs', (limit) => jobs.stop(limit));
  await Promise.all([jobs.start(), ...(serves ? rooms.map((room) => room.start?.()) : [])]);
  await jobs.schedule('check-files', '20 3 * * *', (signal) => checkFilesAtNight(platform.fileParts, signal));
  await jobs.schedule('sweep-limits', '*/10 * * * *', () => platform.limiter.sweep());
  await product.start();
  await place.started();
  lifecycle.opened('product', () => product.stop());

  metrics?.watch({
    isHealthy: () => database.isHealthy(),
    diskState: () => disk.state(),
    fileState: () => files.state(),
    openSockets: () => platform.realtime.openSockets(),
    waitingJobs: () => jobs.waiting(),
    longestWait: () => product.longestWait(),
    lostFiles: () => lostFiles(database),
  });
  let isDraining = false;
  const served = [...(serves ? rooms : []), ...(metrics?.room ? [metrics.room] : [])];
  const origin = createOrigin({
    rooms: served,
    site: await siteLoading,
    browserConfig: () => toBrowserConfig({ config, anonKey: platform.anonKey, tools, missing }),
    health: {
      isHealthy: () => database.isHealthy(),
      isDraining: () => isDraining,
      diskState: () => disk.state(),
      fileState: () => files.state(),
    },
    clientAddress: createClientAddress(config.trustedProxies),
    https,
    requestLimit: config.rateLimits.api,
    sharedCounts: (name) => createSharedCounts(database, name),
    log,
  });
  const counted = metrics ? countRequests(origin, served, metrics.countRequest) : origin;
  const isTrustedPeer = createTrustedPeers(config.trustedProxies);
  const answered = tracer ? traceRequests(counted, { rooms: served, tracer, isTrustedPeer }) : counted;
  const listening = await listen({ port: config.port, host: config.host, ...answered });
  lifecycle.opened('listener', (limit) => listening.close(Math.min(limit, 3_000)));
  // Registered before the listener, which waits for every connection: live ones don't end by themselves.
  lifecycle.opened('live connections', () => platform.realtime.closeConnections());
  const { mailboxKey } = platform;
  return {
    url: config.publicUrl,
    // In the fragment, which browsers don't send and logs don't record.
    mailboxUrl: mailboxKey && `${config.publicUrl}/mailbox#key=${mailboxKey}`,
    async stop(limit) {
      isDraining = true;
      listening.drain();
      jobs.stopFetching();
      // At once, so that another process continues the runs; awaited, and its failure logged, with the rest.
      product.stop().catch(() => {});
      await sleep(config.drainSeconds * 1000);
      await lifecycle.close(limit);
    },
  };
}

/** The embedded database has one process; on a server, the next process listening here is the same one. */
const nameOf = ({ database, port }: Config): string =>
  database.kind === 'pglite' ? 'embedded' : `${hostname()}:${port}`;

interface PlatformDeps {
  readonly config: Config;
  readonly database: Database;
  readonly objectStore: ObjectStore;
  readonly door: LocalDoor;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  readonly signedUp: SignedUp;
  readonly accountErased: () => Promise<void>;
}

/** Opens the rooms that don't depend on the product. */
async function openPlatform(deps: PlatformDeps) {
  const { config, database, objectStore, door, clock, log, lifecycle, ...hooks } = deps;
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
  const { mailer, texter, mailbox } = await openMessages(config);
  const auth = createAuthRoom({
    database,
    authenticator,
    liveSessions,
    keys,
    mailer,
    texter,
    captcha: config.captcha && createSiteverify(config.captcha),
    identityProviders: await openIdentities(config, { clock, log }),
    limiter,
    clock,
    log,
    ...hooks,
    settings: {
      siteUrl: config.publicUrl,
      authUrl,
      redirectAllowlist: config.redirectAllowlist,
      signUp: config.signUp,
      mailAutoconfirm: config.mailAutoconfirm,
      anonymousSignIn: config.anonymousSignIn,
      commonPasswords: config.commonPasswords,
      sessionIdleSeconds: config.sessionLimits.idle,
      sessionMaxSeconds: config.sessionLimits.max,
      brandName: config.brand.name,
      supportEmail: config.brand.supportEmail,
      limits: authLimits(config.rateLimits),
    },
  });
  const standby = openStandby(config, { primary: database, log });
  if (standby) lifecycle.opened('standby', (limit) => standby.close(limit));
  const rest = createRestRoom({
    database,
    lists: standby,
    authenticator,
    log,
    ...config.dataApi,
    allowsAggregates: config.aggregates,
  });
  const storage = createStorageRoom({
    database,
    authenticator,
    objectStore,
    liveSessions,
    linkSecret: keys.secretFor('storage-links'),
    clock,
    log,
  });
  const realtime = createRealtimeRoom({
    database,
    authenticator,
    liveSessions,
    changes,
    clock,
    log,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
  });
  // The same at each start, so that an open browser tab stays valid.
  const mailboxKey =
    mailbox && Buffer.from(keys.secretFor('local-mailbox')).toString('base64url').slice(0, 24);
  const local: Room[] = mailbox && mailboxKey ? [createMailboxRoom({ mailbox, door, key: mailboxKey })] : [];
  return {
    authenticator,
    limiter,
    owners: auth.owners,
    realtime,
    fileParts: { database, objectStore, log },
    anonKey: keys.anonKey,
    mailboxKey,
    testCheckoutSecret: `whsec_${Buffer.from(keys.secretFor('test-checkout')).toString('hex')}`,
    rooms: [auth, rest, storage, realtime, ...local],
  };
}
