import type { EnvironmentReader } from './read-environment.ts';
import type { RateLimit } from './read-values.ts';

/** Null: off. */
export type RateLimits = Readonly<
  Record<'signIn' | 'mail' | 'text' | 'textAll' | 'token' | 'api' | 'delegate', RateLimit | null>
>;

/** Seconds since the last refresh, and since sign-in. */
export interface SessionLimits {
  readonly idle: number;
  readonly max: number;
}

/** Defaults: RELIABILITY A1 (30 wrong passwords in 5 minutes) and L4 (5 mails an hour to one address). */
export function readRateLimits(env: EnvironmentReader): RateLimits {
  const limits = env.pairs('RATE_LIMITS', {
    sign_in: 'RATE_LIMIT_SIGN_IN',
    mail: 'RATE_LIMIT_MAIL',
    sms: 'RATE_LIMIT_SMS',
    sms_all: 'RATE_LIMIT_SMS_ALL',
    token: 'RATE_LIMIT_TOKEN',
    api: 'RATE_LIMIT_API',
    delegate: 'RATE_LIMIT_DELEGATE',
  });
  return {
    signIn: limits.rate('sign_in', { limit: 30, seconds: 300 }),
    mail: limits.rate('mail', { limit: 5, seconds: 3600 }),
    text: limits.rate('sms', { limit: 5, seconds: 3600 }),
    textAll: limits.rate('sms_all', { limit: 200, seconds: 86_400 }),
    token: limits.rate('token', { limit: 150, seconds: 300 }),
    api: limits.rate('api', { limit: 6000, seconds: 60 }),
    delegate: limits.rate('delegate', { limit: 60, seconds: 60 }),
  };
}

const DAY = 86_400;

export function readSessionLimits(env: EnvironmentReader): SessionLimits {
  const limits = env.pairs('SESSION_SECONDS', { idle: 'SESSION_IDLE_SECONDS', max: 'SESSION_MAX_SECONDS' });
  return {
    idle: limits.integer('idle', 30 * DAY, { min: 10, max: 3650 * DAY }),
    max: limits.integer('max', 180 * DAY, { min: 10, max: 3650 * DAY }),
  };
}
