import { z } from 'zod';
import type { Caller } from '../../db/caller.ts';
import { readJson } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/room.ts';
import { bearerOf } from '../../http/tokens/authenticator.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { PathParams } from '../routes.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import { isBanned, type UserRow } from '../sessions/users.ts';
import { assertSolved } from './assert-solved.ts';
import { refusals } from './auth-error.ts';

export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  readonly params: PathParams;
  readonly context: RequestContext;
  /** The time of the whole request. */
  readonly now: Date;
}

/** A call by a signed-in user. */
export interface UserCall extends AuthCall, UserAndSession {}

/**
 * Who may call an endpoint. `halfway`: also a session in which the second factor is still due, for the few endpoints
 * that complete it or sign out.
 */
export type Access = 'anybody' | 'signed_in' | 'halfway' | 'operator';

export interface AuthEndpoint {
  readonly method: string;
  readonly access: Access;
  /** Relative to the base; `:name` matches one segment, a final `*` any rest. */
  readonly path: string;
  respond(call: AuthCall, parts: AuthParts): Promise<Response>;
}

interface Definition<Body, Call> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Unknown fields are ignored, since clients of several versions send them. A missing body is read as `{}`. */
  readonly body: z.ZodType<Body>;
  /** Checked before anything else, if the operator requires a captcha. For unauthenticated endpoints. */
  readonly captcha?: boolean;
  handle(input: Call & { readonly body: Body }, parts: AuthParts): Promise<Response>;
}

/** For endpoints without input: the official client announces JSON on sign-out, but sends none. */
export const noBody = z.unknown();

/** Defines an unauthenticated endpoint. */
export function openEndpoint<Body>(definition: Definition<Body, AuthCall>): AuthEndpoint {
  const { method, path } = definition;
  return {
    method,
    path,
    access: 'anybody',
    async respond(call, parts) {
      const json = await readJsonBody(call.request);
      if (definition.captcha) await assertSolved(json, call, parts);
      return definition.handle({ ...call, body: parseBody(json, definition) }, parts);
    },
  };
}

/** Defines an endpoint that requires a live session with its second factor verified. */
export function userEndpoint<Body>(definition: Definition<Body, UserCall>): AuthEndpoint {
  return signedInEndpoint(definition, 'signed_in');
}

/** Like `userEndpoint`, but the second factor may still be due. */
export function halfwayEndpoint<Body>(definition: Definition<Body, UserCall>): AuthEndpoint {
  return signedInEndpoint(definition, 'halfway');
}

function signedInEndpoint<Body>(
  definition: Definition<Body, UserCall>,
  access: 'signed_in' | 'halfway',
): AuthEndpoint {
  const { method, path } = definition;
  return {
    method,
    path,
    access,
    async respond(call, parts) {
      const caller = await requireUser(call, parts);
      if (caller.owesFactor && access !== 'halfway') throw refusals.insufficientAssurance();
      const body = parseBody(await readJsonBody(call.request), definition);
      return definition.handle({ ...call, ...caller, body }, parts);
    },
  };
}

async function readJsonBody(request: Request): Promise<unknown> {
  const json = await readJson(request);
  const type = request.headers.get('content-type') ?? '';
  // A cross-site form can post text/plain without a preflight, but never JSON.
  if (json !== undefined && !/\bjson\b/i.test(type)) {
    throw refusals.badJson(
      'Could not parse request body as JSON: send it with Content-Type: application/json',
    );
  }
  return json ?? {};
}

function parseBody<Body>(json: unknown, { body }: Definition<Body, never>): Body {
  const parsed = body.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusals.invalid(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}`);
}

interface UserAndSession {
  readonly user: UserRow;
  readonly session: SessionRow;
  /** True if the account has a second factor that this session hasn't verified. */
  readonly owesFactor: boolean;
}

/** Authenticates the request by its access token. Throws refusals. */
export async function requireUser({ request, now }: AuthCall, parts: AuthParts): Promise<UserAndSession> {
  const bearer = bearerOf(request);
  if (bearer === null) throw refusals.noAuthorization();
  const authentication = await parts.authenticator.fromToken(bearer, { halfway: true });
  if (!authentication.ok) {
    throw authentication.problem === 'session_ended'
      ? refusals.sessionNotFound()
      : refusals.badJwt(authentication.message);
  }
  return findOwner(authentication.caller, now, parts);
}

/** Loads the account and session of a token. Throws refusals. */
export async function findOwner(
  { userId, sessionId }: Caller,
  now: Date,
  parts: Pick<AuthParts, 'database'>,
): Promise<UserAndSession> {
  if (userId === null || sessionId === null) throw refusals.missingSub();
  const [users, sessions] = await Promise.all([
    parts.database.query<UserRow>('select * from auth.users where id = $1 and deleted_at is null', [userId]),
    parts.database.query<SessionRow & { owes_factor: boolean }>(
      `select s.*, s.aal = 'aal1' and exists (
         select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
       ) as owes_factor
       from auth.sessions s where s.id = $1 and s.user_id = $2`,
      [sessionId, userId],
    ),
  ]);
  const [user] = users;
  const [session] = sessions;
  if (!user) throw refusals.userNotFound();
  if (isBanned(user, now)) throw refusals.userBanned(403);
  if (!session) throw refusals.sessionNotFound();
  return { user, session, owesFactor: session.owes_factor };
}
