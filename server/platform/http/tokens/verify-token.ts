import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import { z } from 'zod';
import type { Caller } from '../../db/caller.ts';
import type { Authentication, AuthenticationProblem } from './authentication.ts';
import { API_KEY_ISSUER, type Keys } from './keys.ts';
import type { TokenKey } from './token-keys.ts';

export interface VerifyOptions {
  readonly keys: Pick<Keys, 'accepted' | 'ref'>;
  /** URL of the auth room: the required issuer of user tokens. */
  readonly issuer: string;
  readonly now: Date;
}

/** Clock skew in seconds tolerated after a token's expiry. */
export const CLOCK_TOLERANCE = 30;
/** Claim of a token whose session still has to verify the account's second factor. */
export const FACTOR_DUE = 'factor_due';
/** The HTTP server's header limit; longer tokens can't have come that way. */
const MAX_TOKEN_LENGTH = 16 * 1024;
/** Rejected headers: a key provided by the token itself proves nothing. */
const FOREIGN_KEY_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit'] as const;

const userClaims = z.looseObject({
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
});
/** An anon key of another server of this kind, such as one compiled into a client, rather than a user's token. */
const visitorClaims = z.looseObject({ role: z.literal('anon'), exp: z.number() });
const apiKeyClaims = z.looseObject({
  role: z.enum(['anon', 'service_role']),
  exp: z.number().optional(),
  // A user's token is never accepted as an API key, whatever else it claims.
  sub: z.undefined().optional(),
  session_id: z.undefined().optional(),
});

/** Verifies a token by its signature and claims alone. Says nothing about its session. */
export async function verifyToken(token: string, options: VerifyOptions): Promise<Authentication> {
  if (token.length > MAX_TOKEN_LENGTH) return refuse('malformed', 'the token is too long');
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return refuse('malformed', 'the token is not a JWT');
  }
  if (FOREIGN_KEY_HEADERS.some((name) => name in header)) {
    return refuse('bad_signature', 'the token names a key of its own');
  }
  let answer = refuse('bad_signature', 'the token was not signed by this server');
  for (const key of candidates(options.keys.accepted, header)) {
    answer = await verifyWith(key, token, options);
    if (answer.ok || answer.problem !== 'bad_signature') return answer;
  }
  return answer;
}

/** The algorithm is determined by our key, not by the token: a public key must not be used as a shared secret. */
function candidates(accepted: readonly TokenKey[], { kid, alg }: ProtectedHeaderParameters): TokenKey[] {
  return accepted.filter((key) => key.algorithm === alg && (kid === undefined || key.kid === kid));
}

async function verifyWith(key: TokenKey, token: string, options: VerifyOptions): Promise<Authentication> {
  try {
    const { payload } = await jwtVerify(token, key.verify, {
      algorithms: [key.algorithm],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: options.now,
    });
    return callerFrom(payload, options);
  } catch (error) {
    return refuse(problemOf(error), error instanceof Error ? error.message : 'the token is not valid');
  }
}

function callerFrom(payload: JWTPayload, { issuer, keys }: VerifyOptions): Authentication {
  if (payload.iss === issuer) {
    const parsed = userClaims.safeParse(payload);
    if (parsed.success) {
      const { sub, session_id, exp, role } = parsed.data;
      return accept({ role, userId: sub, sessionId: session_id, claims: parsed.data, expiresAt: exp });
    }
  }
  if (payload.iss === API_KEY_ISSUER && payload.ref === keys.ref) {
    const parsed = apiKeyClaims.safeParse(payload);
    if (parsed.success) return accept(keyCaller(parsed.data.role, parsed.data.exp ?? null));
  }
  // Grants no more than a visitor's rights, whoever issued it; its other claims are dropped.
  const visitor = visitorClaims.safeParse(payload);
  if (visitor.success) return accept(keyCaller('anon', visitor.data.exp));
  return refuse('claims_invalid', 'the claims of the token are not those of a user or a key of this server');
}

/** Returns the caller of an API key. */
export function keyCaller(role: 'anon' | 'service_role', expiresAt: number | null = null): Caller {
  return { role, userId: null, sessionId: null, claims: { role }, expiresAt };
}

function problemOf(error: unknown): AuthenticationProblem {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return 'claims_invalid';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'malformed';
  return 'bad_signature';
}

const accept = (caller: Caller): Authentication => ({ ok: true, caller });

function refuse(problem: AuthenticationProblem, message: string): Authentication {
  return { ok: false, problem, message };
}
