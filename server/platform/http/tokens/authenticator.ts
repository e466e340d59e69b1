import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import { ANON, type Caller } from '../../db/caller.ts';
import { payAs } from '../../db/turns/payer.ts';
import {
  type Authentication,
  type AuthenticationOptions,
  type Authenticator,
  type LiveSessions,
} from './authentication.ts';
import type { Keys } from './keys.ts';
import { CLOCK_TOLERANCE, FACTOR_DUE, keyCaller, verifyToken } from './verify-token.ts';

export interface AuthenticatorOptions {
  readonly keys: Keys;
  /** Public URL of the auth room, such as `https://errand.example/auth/v1`. */
  readonly issuer: string;
  readonly liveSessions: LiveSessions;
  readonly clock: Clock;
  /** Size of the cache of verified tokens. Default 5000, about 2 kB each. */
  readonly cacheSize?: number;
}

/**
 * Resolves tokens and keys to callers. A signature is verified once per token (about 0.2 ms for ES256) and cached
 * until it expires; whether its session is still alive is checked on every request.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { keys, issuer, liveSessions, clock, cacheSize = 5000 } = options;
  const verified = new Map<string, Caller>();
  const known = [
    { digest: digestOf(keys.anonKey), caller: keyCaller('anon') },
    { digest: digestOf(keys.serviceRoleKey), caller: keyCaller('service_role') },
  ];

  /**
   * Compares API keys as opaque strings, so that any text can be configured. Uses digests, so that the timing reveals
   * nothing.
   */
  function fromKey(text: string): Caller | undefined {
    const digest = digestOf(text);
    return known.find((key) => timingSafeEqual(key.digest, digest))?.caller;
  }

  /** Makes room by expired tokens: those verified first expire first, but for sessions with lifetimes of their own. */
  function remember(token: string, caller: Caller, now: Date): void {
    for (const [oldest, known] of verified) {
      if (verified.size < cacheSize && !hasExpired(known, now)) break;
      verified.delete(oldest);
    }
    verified.set(token, caller);
  }

  async function verify(token: string): Promise<Authentication> {
    const now = clock.now();
    const cached = verified.get(token);
    if (cached && !hasExpired(cached, now)) return { ok: true, caller: cached };
    verified.delete(token);
    const key = fromKey(token);
    if (key) return { ok: true, caller: key };
    const answer = await verifyToken(token, { keys, issuer, now });
    if (answer.ok) remember(token, answer.caller, now);
    return answer;
  }

  async function hasEnded(sessionId: string): Promise<boolean> {
    const missing = liveSessions.catchUp();
    if (missing) await missing;
    return liveSessions.hasEnded(sessionId);
  }

  async function fromToken(
    token: string,
    { halfway = false }: AuthenticationOptions = {},
  ): Promise<Authentication> {
    const answer = await verify(token);
    if (answer.ok && answer.caller.sessionId !== null && (await hasEnded(answer.caller.sessionId))) {
      return { ok: false, problem: 'session_ended', message: 'the session behind this token has ended' };
    }
    if (answer.ok && !halfway && answer.caller.claims[FACTOR_DUE] === true) {
      return { ok: false, problem: 'second_factor_due', message: 'the second factor has not been shown' };
    }
    if (answer.ok && answer.caller.userId !== null) payAs(answer.caller.userId);
    return answer;
  }

  return {
    fromToken,
    async fromRequest(request) {
      const bearer = bearerOf(request);
      if (bearer !== null) return fromToken(bearer);
      const apikey = request.headers.get('apikey');
      if (apikey !== null && apikey !== '') return fromToken(apikey);
      return { ok: true, caller: ANON };
    },
  };
}

function hasExpired({ expiresAt }: Caller, now: Date): boolean {
  return expiresAt !== null && now.getTime() / 1000 >= expiresAt + CLOCK_TOLERANCE;
}

/**
 * Returns the credential of the Authorization header; null if there is none. A scheme other than Bearer is returned
 * unchanged, to be rejected: it was meant as a credential and must not silently become anonymous.
 */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization')?.trim() ?? '';
  const token = header.replace(/^bearer(\s+|$)/i, '').trim();
  return token === '' ? null : token;
}

/** Compares digests: they have equal length, and the timing reveals nothing about the secret. */
export function hasBearer(request: Request, secret: string): boolean {
  return timingSafeEqual(digestOf(bearerOf(request) ?? ''), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
