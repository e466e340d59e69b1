import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { Captcha } from '#server/providers/captcha/captcha.ts';
import type { IdentityProvider } from '#server/providers/identity/identity.ts';
import type { Mailer } from '#server/providers/mailer/mailer.ts';
import type { Texter } from '#server/providers/sms/sms.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Authenticator } from '../http/tokens/authentication.ts';
import type { Keys } from '../http/tokens/keys.ts';
import type { LiveSessionRegistry } from '../http/tokens/live-sessions.ts';
import { type AuthLimiter, createAuthLimiter } from './auth-limiter.ts';
import type { AuthSettings } from './auth-settings.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { type AuthMail, createAuthMail } from './proofs/auth-mail.ts';
import { createWaitingNotices } from './proofs/waiting-notices.ts';
import { type AuthTexts, createAuthTexts } from './wire/auth-texts.ts';
import { type ConstantTimeResponse, createConstantTimeResponse } from './wire/constant-time-response.ts';
import { createRedirectTargets, type RedirectTargets } from './wire/redirect-targets.ts';

/** Dependencies passed in by the composition root. */
export interface AuthRoomDeps {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessionRegistry;
  readonly keys: Keys;
  readonly mailer: Mailer;
  /** Null: no captcha is required. */
  readonly captcha: Captcha | null;
  /** Null: sign-in by phone is off. */
  readonly texter: Texter | null;
  /** Services that users may sign in with. */
  readonly identityProviders: readonly IdentityProvider[];
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: AuthSettings;
  /** Runs within the transaction that creates an account. */
  readonly signedUp?: (tx: Transaction, userId: string) => Promise<void>;
  /** Awaited after an account is deleted, before the answer. */
  readonly accountErased?: () => Promise<void>;
  /** Unset: hashes as slow as they should be. */
  readonly passwords?: Passwords;
  /** Unset: answers as late as they should be. */
  readonly constantTime?: ConstantTimeResponse;
}

/** Dependencies shared by all endpoints. */
export interface AuthParts {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessionRegistry;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Log;
  readonly identityProviders: readonly IdentityProvider[];
  readonly settings: Required<Omit<AuthSettings, 'limits'>>;
  readonly limits: AuthLimiter;
  readonly mail: AuthMail;
  readonly texts: AuthTexts;
  readonly captcha: Captcha | null;
  readonly passwords: Passwords;
  readonly redirects: RedirectTargets;
  readonly constantTime: ConstantTimeResponse;
  /** HMAC key for codes, so that they can't be brute-forced from a copy of the table alone. */
  readonly codeSecret: Uint8Array;
  /** Encryption key for the secrets of second factors, which must be readable again. */
  readonly factorSecret: Uint8Array;
  readonly signedUp: (tx: Transaction, userId: string) => Promise<void>;
  readonly accountErased: () => Promise<void>;
}

const DAY = 86_400;

/** Throws RangeError for invalid settings. */
export function createAuthParts(deps: AuthRoomDeps): AuthParts {
  const { database, authenticator, liveSessions, keys, clock, log, identityProviders } = deps;
  const { limits, ...given } = deps.settings;
  const settings = {
    accessTokenSeconds: 3600,
    sessionIdleSeconds: 30 * DAY,
    sessionMaxSeconds: 180 * DAY,
    supportEmail: null,
    commonPasswords: 'refuse' as const,
    ...given,
  };
  // Ended sessions are only remembered for a day: with longer tokens, a valid one could outlast that.
  if (settings.accessTokenSeconds > DAY) throw new RangeError('an access token may live a day at most');
  const { brandName, siteUrl, authUrl, supportEmail } = settings;
  const sender = { brandName, siteUrl, supportEmail };
  return {
    database,
    authenticator,
    liveSessions,
    keys,
    clock,
    log,
    identityProviders,
    settings,
    limits: createAuthLimiter(deps.limiter, limits),
    mail: createAuthMail({
      mailer: deps.mailer,
      sender,
      authUrl,
      waiting: createWaitingNotices(database),
      clock,
      log,
    }),
    captcha: deps.captcha,
    texts: createAuthTexts({ texter: deps.texter, brandName, siteUrl, clock, log }),
    passwords: deps.passwords ?? createPasswords(),
    redirects: createRedirectTargets({ siteUrl, allowlist: settings.redirectAllowlist }),
    constantTime: deps.constantTime ?? createConstantTimeResponse(log),
    signedUp: deps.signedUp ?? (async () => {}),
    accountErased: deps.accountErased ?? (async () => {}),
    codeSecret: keys.secretFor('one-time-codes'),
    factorSecret: keys.secretFor('second-factors'),
  };
}
