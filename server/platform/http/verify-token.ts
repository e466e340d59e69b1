import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import { z } from 'zod';
import type { Caller } from '../db/caller.ts';
import type { Authentication, AuthenticationProblem } from './authentication.ts';
import { API_KEY_ISSUER, type Keys } from './keys.ts';
import type { TokenKey } from './token-keys.ts';

export interface VerifyOptions {
  readonly keys: Pick<Keys, 'accepted' | 'ref'>;
  /** The address of the auth room: who must have issued a user's token. */
  readonly issuer: string;
  readonly now: Date;
}

/** How long after its expiry a token still counts: clocks differ between machines. Seconds. */
export const CLOCK_TOLERANCE = 30;
/** The claim of a token whose owner has a second factor that this session has not shown. */
export const FACTOR_DUE = 'factor_due';
/** What the HTTP server takes as headers; a longer token cannot have come that way. */
const MAX_TOKEN_LENGTH = 16 * 1024;
/** A key that the token itself brings along proves nothing. */
const FOREIGN_KEY_HEADERS = ['jwk', 'jku', 'x5u', 'x5c', 'crit'] as const;

const userClaims = z.looseObject({
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
});
/** A key of another server of this kind, such as the anon key that a client has compiled in, and nobody's token. */
const visitorClaims = z.looseObject({ role: z.literal('anon'), exp: z.number() });
const apiKeyClaims = z.looseObject({
  role: z.enum(['anon', 'service_role']),
  exp: z.number().optional(),
  // A user's token never turns into a key, whatever else it says.
  sub: z.undefined().optional(),
  session_id: z.undefined().optional(),
});

/** Who a token speaks for, by its signature and its claims alone. Says nothing about the session behind it. */
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

/** The algorithm comes from our key, never from the token: a public key must not be taken for a shared secret. */
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
  // Nobody is more than a visitor by it, whoever issued it: the rest of its claims is dropped.
  const visitor = visitorClaims.safeParse(payload);
  if (visitor.success) return accept(keyCaller('anon', visitor.data.exp));
  return refuse('claims_invalid', 'the claims of the token are not those of a user or a key of this server');
}

/** The caller that a key stands for. */
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
