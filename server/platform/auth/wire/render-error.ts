import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../../db/database.ts';
import { isDiskFull } from '../../db/disk-full.ts';
import { isHeldUp } from '../../db/held-up.ts';
import { BodyError } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/room.ts';
import { AuthError, refusals } from './auth-error.ts';

/** The first version in which `code` is a word. Without this response header the official client does not read it. */
export const API_VERSION = '2024-01-01';

/** Whatever was thrown, as a refusal. What nobody expected is logged in full and told in one sentence. */
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
    // Too many are waiting for the database, or too much of this caller's: this passes by itself.
    return refusals.tooManyRequests(1);
  }
  if (error instanceof DatabaseError && error.code === '57014') return refusals.timeout();
  if (isHeldUp(error)) return refusals.heldUp();
  log.error('a request to auth failed unexpectedly', { error, requestId: context.requestId });
  return refusals.unexpected(error);
}

/**
 * The same for a refresh. What the database refuses for now says nothing of the session, and clients drop theirs at a
 * 409, a 429 or a 507: a neighbour who keeps the database busy, or a full disk, must sign nobody out.
 */
export function toRefreshError(error: unknown, context: RequestContext, log: Log): AuthError {
  const refusal = toAuthError(error, context, log);
  if (!(error instanceof DatabaseError) && refusal.status !== 409) return refusal;
  return new AuthError(503, refusal.code, refusal.message, { cause: error, retryAfter: 1 });
}

/** The body depends on the version that the client speaks. */
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
  // Dates of this form sort as text.
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;
}
