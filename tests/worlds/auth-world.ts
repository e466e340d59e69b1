import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog, type Log, silentLog } from '#server/lib/log.ts';
import { createAuthRoom } from '#server/platform/auth/auth-room.ts';
import { type AuthSettings, authLimits } from '#server/platform/auth/auth-settings.ts';
import { createPasswords } from '#server/platform/auth/passwords/passwords.ts';
import type { ConstantTimeResponse } from '#server/platform/auth/wire/constant-time-response.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createRateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Room } from '#server/platform/http/room.ts';
import type { Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { createAuthenticator } from '#server/platform/http/tokens/authenticator.ts';
import { type Keys, loadKeys } from '#server/platform/http/tokens/keys.ts';
import { createLiveSessions } from '#server/platform/http/tokens/live-sessions.ts';
import { createSiteverify } from '#server/providers/captcha/siteverify.ts';
import type { IdentityProvider } from '#server/providers/identity/identity.ts';
import { createLocalMailbox, type StoredMail } from '#server/providers/mailer/local-mailbox.ts';
import type { Mailer } from '#server/providers/mailer/mailer.ts';
import { createHttpGateway, DEFAULT_BODY } from '#server/providers/sms/http-gateway.ts';
import { type SmsSimulator, startSmsSimulator } from '#simulators/sms/start-sms-simulator.ts';
import { testDatabase } from '../engines/database.ts';
import { serveRooms } from './serve-rooms.ts';

/** The configured addresses. They differ from where the test really listens, so that a forged one would show. */
export const SITE_URL = 'http://errand.test';
export const AUTH_URL = `${SITE_URL}/auth/v1`;

export interface AuthWorldOptions {
  readonly settings?: Partial<AuthSettings>;
  readonly identityProviders?: readonly IdentityProvider[];
  /** Instead of the local mailbox. */
  readonly mailer?: Mailer;
  /** Where it is asked whether a captcha was solved. Unset: nobody is asked for one. */
  readonly captcha?: { readonly url: string; readonly secret: string };
  /** Whether text messages are sent, by a stand-in of a gateway. */
  readonly texts?: boolean;
  /** What an operator gives as JWT_KEYS. Unset: the key of a first start. */
  readonly jwtKeys?: string;
  /** What stands between the room and its database. */
  readonly through?: (database: Database) => Database;
  /** Hashes as slowly and answers as late as an installation does, instead of at once. */
  readonly takesItsTime?: boolean;
  /** Gets the lines that an operator would see, from warnings up. */
  readonly logged?: string[];
}

/** The auth room on a fresh database and a real port, with a clock and a mailbox that a test can look into. */
export interface AuthWorld {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly keys: Keys;
  readonly database: Database;
  /** Newest first. */
  readonly mails: () => Promise<StoredMail[]>;
  /** The newest mail to this address of this kind. Waits for it: some are sent beside the answer. */
  readonly mailTo: (address: string, kind: string) => Promise<StoredMail>;
  /** Set where texts are sent. */
  readonly gateway: SmsSimulator | null;
  /** The digits of the newest text to this number. Waits until `count` have come: some are sent beside the answer. */
  readonly codeTo: (phone: string, count?: number) => Promise<string>;
  /** Moves the server's clock. */
  readonly pass: (seconds: number) => void;
  readonly close: () => Promise<void>;
}

/** Long enough for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 };

/** For a test of one limit: all the others are off. */
export const NO_LIMITS = authLimits({ signIn: null, mail: null, token: null, text: null, textAll: null });
const MANY = { limit: 1000, seconds: 300 };
/** For a test of what counting costs: they are counted, and never used up. */
export const WIDE_LIMITS = authLimits({ signIn: MANY, mail: MANY, token: MANY, text: MANY, textAll: MANY });

/** What holds where an operator has set nothing. */
export const DEFAULT_LIMITS = authLimits(readConfig({}).rateLimits);

/** A hash at full strength takes a hundred times as long. */
const WEAK_HASHES = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Answers when the work is done, so that a test finds what it did. */
const whenDone = (log: Log): ConstantTimeResponse => ({
  after: (work) => work().catch((error: unknown) => log.error('work beside an answer failed', { error })),
  drain: async () => {},
});

export async function openAuthWorld(options: AuthWorldOptions = {}): Promise<AuthWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-auth-world-'));
  const { database, close: closeDatabase } = await testDatabase();
  const keys = await loadKeys({
    store: { kind: 'file', path: join(folder, 'keys.json') },
    jwtKeys: options.jwtKeys ?? null,
  });
  const mailbox = createLocalMailbox({ folder: join(folder, 'mailbox') });
  const gateway = options.texts ? await startSmsSimulator() : null;
  const liveSessions = createLiveSessions({ database, log: silentLog });
  await liveSessions.start();
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const authenticator = createAuthenticator({ keys, issuer: AUTH_URL, liveSessions, clock });
  const log = options.logged ? createLog('warn', (line) => options.logged?.push(line)) : silentLog;
  const used = options.through?.(database) ?? database;
  const auth = createAuthRoom({
    database: used,
    authenticator,
    liveSessions,
    keys,
    mailer: options.mailer ?? mailbox,
    captcha: options.captcha ? createSiteverify({ ...options.captcha, limit: 1_000 }) : null,
    texter: gateway && createHttpGateway({ ...gateway, body: DEFAULT_BODY }),
    identityProviders: options.identityProviders ?? [],
    limiter: createRateLimiter({ database: used, clock }),
    clock,
    log,
    settings: {
      siteUrl: SITE_URL,
      authUrl: AUTH_URL,
      redirectAllowlist: [],
      signUp: true,
      mailAutoconfirm: false,
      anonymousSignIn: false,
      brandName: 'Errand',
      limits: NO_LIMITS,
      ...options.settings,
    },
    ...(!options.takesItsTime && { passwords: createPasswords(WEAK_HASHES), constantTime: whenDone(log) }),
  });
  const served = await serveRooms([auth, createProbeRoom(authenticator)]);
  return {
    url: served.url,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    keys,
    database,
    mails: () => mailbox.list(),
    mailTo: (address, kind) =>
      vi.waitFor(async () => {
        const found = (await mailbox.list()).find((mail) => mail.to === address && mail.kind === kind);
        if (!found) throw new Error(`no ${kind} mail has come to ${address}`);
        return found;
      }, SOON),
    gateway,
    codeTo: (phone, count = 1) =>
      vi.waitFor(() => {
        const texts = gateway?.taken.filter(({ to }) => to === phone) ?? [];
        const code = /^\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0];
        if (!code || texts.length < count) throw new Error(`fewer than ${count} codes have come to ${phone}`);
        return code;
      }, SOON),
    pass(seconds) {
      ahead += seconds * 1000;
    },
    async close() {
      await served.close();
      await gateway?.close();
      await liveSessions.stop();
      await closeDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stands for every other room: says at `/probe/v1` who a credential speaks for, or 401. */
function createProbeRoom(authenticator: Authenticator): Room {
  return {
    base: '/probe/v1',
    async handle(request) {
      const answer = await authenticator.fromRequest(request);
      return answer.ok
        ? Response.json({ role: answer.caller.role, user: answer.caller.userId })
        : Response.json({ problem: answer.problem }, { status: 401 });
    },
  };
}
