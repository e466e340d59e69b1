import { DISK_IS_FULL } from '#server/lib/disk-space.ts';
import type { Log } from '#server/lib/log.ts';
import { DatabaseError } from '../../db/database.ts';
import { DISK_FULL, isDiskFull } from '../../db/disk-full.ts';
import { isHeldUp } from '../../db/held-up.ts';
import { BodyError } from '../../http/read-json.ts';
import type { AuthenticationProblem } from '../../http/tokens/authentication.ts';
import { BODILESS } from './answer-headers.ts';
import { raisedError } from './raised-error.ts';
import { invalidBody } from './request-errors.ts';
import { RestError } from './rest-error.ts';
import { statusOfSqlState } from './sqlstate-status.ts';

/** Maps any failure to the contract's error form. Unexpected errors are logged, and the client only gets their id. */
export function toRestError(
  error: unknown,
  { isAnon, log, requestId }: { readonly isAnon: boolean; readonly log: Log; readonly requestId: string },
): RestError {
  if (error instanceof RestError) return error;
  if (isDiskFull(error)) return new RestError(507, DISK_FULL, DISK_IS_FULL, { cause: error });
  if (error instanceof DatabaseError && !isBroken(error)) return fromDatabase(error, isAnon);
  if (error instanceof BodyError) return fromBody(error);
  log.error('a data request failed unexpectedly', { error, requestId });
  return new RestError(500, 'XX000', `Something went wrong on our side. Request ${requestId}`, {
    cause: error,
  });
}

/** Hint for a cancelled statement. */
const NARROWER = 'Ask for fewer rows or relations, or write in smaller steps.';

/** Classes 58 (system error) and XX (internal error): their messages name files on the server. */
const BROKEN = /^(58|XX)/;
/** The context PostgreSQL gives for an error raised by a function with its own message. */
const RAISED = / at RAISE$/;

/** True if the engine or its disk is at fault, rather than the request or a function it called. */
function isBroken({ code, details: { where = '' } }: DatabaseError): boolean {
  return BROKEN.test(code) && !RAISED.test(where.split('\n')[0] ?? '');
}

function fromDatabase(error: DatabaseError, isAnon: boolean): RestError {
  const { code, message } = error;
  // The details of a deadlock name other clients' processes and transactions.
  const details = isHeldUp(error) ? {} : error.details;
  if (code === 'PGRST') return raisedError(message, details.detail ?? null);
  const status = statusOfSqlState(code, message, isAnon);
  return new RestError(status, code, message, {
    details: details.detail ?? null,
    hint: details.hint ?? (code === '57014' ? NARROWER : null),
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(status === 503 ? { 'Retry-After': '1' } : {}),
      ...(status === 429 ? { 'Retry-After': '5' } : {}),
    },
    cause: error,
  });
}

function fromBody(error: BodyError): RestError {
  return error.code === 'bad_json'
    ? invalidBody('Empty or invalid json')
    : invalidBody(error.message, error.status);
}

/** Rejects a bad credential. It never falls back to anon. */
export function authenticationRefused(problem: AuthenticationProblem, message: string): RestError {
  const isUndecodable = problem === 'malformed' || problem === 'bad_signature';
  const description = message.replace(/[^\x20-\x7e]|["\\]/g, ' ');
  return new RestError(401, isUndecodable ? 'PGRST301' : 'PGRST303', message, {
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
  });
}

export function errorResponse(error: RestError, isHead: boolean): Response {
  const { code, message, details, hint, status } = error;
  const body = isHead || BODILESS.has(status) ? null : JSON.stringify({ code, details, hint, message });
  return new Response(body, {
    status,
    headers: {
      ...(body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
      'Proxy-Status': `PostgREST; error=${code.replace(/[^\w-]/g, '')}`,
      ...error.headers,
    },
  });
}
