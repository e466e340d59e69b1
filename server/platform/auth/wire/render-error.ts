import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../../db/database.ts';
import { isDiskFull } from '../../db/disk-full.ts';
import { isHeldUp } from '../../db/held-up.ts';
import { isLost } from '../../db/lost.ts';
import { BodyError } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/room.ts';
import { AuthError, refusals } from './auth-error.ts';

/**
 * First API version in which `code` is a string. The official client only reads it if this response header is set.
 */
export const API_VERSION = '2024-01-01';

/** Converts any error to an AuthError. Unexpected ones are logged in full and answered with one sentence. */
export function toAuthError(error: unknown, context: RequestContext, log: Log): AuthError {
  if (error instanceof AuthError) {
    if (error.status >= 500 && !error.isLogged)
      log.error('a request to auth failed', { error, requestId: context.requestId });
    return error;
  }
  if (error instanceof BodyError) {
    return error.code === 'request_entity_too_large' ? refusals.tooLarge() : refusals.badJson(error.message);
  }
  if (isDiskFull(error)) return refusals.diskFull();
  if (error instanceof DatabaseError && (error.code === '53300' || error.code === 'PT429')) {
    // The database's queue, or the caller's share of it, is full: a transient condition.
    return refusals.tooManyRequests(1);
  }
  if (error instanceof DatabaseError && error.code === '57014') return refusals.timeout();
  if (isHeldUp(error)) return refusals.heldUp();
  if (isLost(error)) return refusals.databaseLost();
  log.error('a request to auth failed unexpectedly', { error, requestId: context.requestId });
  return refusals.unexpected(error);
}

/**
 * Same for a refresh. A transient database error says nothing about the session, but clients drop theirs on a 409,
 * 429 or 507: a busy database or a full disk must not sign anyone out.
 */
export function toRefreshError(error: unknown, context: RequestContext, log: Log): AuthError {
  const refusal = toAuthError(error, context, log);
  if (!(error instanceof DatabaseError) && refusal.status !== 409) return refusal;
  return new AuthError(503, refusal.code, refusal.message, { cause: error, retryAfter: 1 });
}

/** The body depends on the client's API version. */
export function renderError(error: AuthError, request: Request, context: RequestContext): Response {
  const weak = error.weakPassword ? { weak_password: { reasons: error.weakPassword } } : {};
  const headers = new Headers({ 'x-sb-error-code': error.code });
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  if (error.isOauth) {
    const body = { error: error.code, error_description: error.message };
    return Response.json(body, { status: error.status, headers });
  }
  if (speaksCodes(request)) {
    headers.set('X-Supabase-Api-Version', API_VERSION);
    return Response.json(
      { code: error.code, message: error.message, ...weak },
      { status: error.status, headers },
    );
  }
  const id = error.status >= 500 ? { error_id: context.requestId } : {};
  return Response.json(
    { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak },
    { status: error.status, headers },
  );
}

function speaksCodes(request: Request): boolean {
  const version = request.headers.get('x-supabase-api-version') ?? '';
  // Dates of this form sort as strings.
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;
}
