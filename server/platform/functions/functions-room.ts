import { z } from 'zod';
import { DISK_IS_FULL } from '#server/lib/disk-space.ts';
import type { Log } from '#server/lib/log.ts';
import { FILES_UNAVAILABLE, ObjectStoreError } from '#server/providers/object-store/object-store.ts';
import type { Caller } from '../db/caller.ts';
import { DatabaseError } from '../db/database.ts';
import { isDiskFull } from '../db/disk-full.ts';
import { isHeldUp } from '../db/held-up.ts';
import { isLost } from '../db/lost.ts';
import { corsHeaders, preflight } from '../http/cors.ts';
import { isStorable } from '../http/is-storable.ts';
import { BodyError, readJson } from '../http/read-json.ts';
import type { RequestContext, Room } from '../http/room.ts';
import type { Authenticator } from '../http/tokens/authentication.ts';
import { type FunctionDefinition, FunctionError } from './function.ts';

const BASE = '/functions/v1';

/** zod/mini has no messages: without a locale each error would just say "Invalid input". */
z.config(z.locales.en());

export interface FunctionsRoomDeps {
  readonly authenticator: Authenticator;
  readonly definitions: readonly FunctionDefinition[];
  readonly log: Log;
}

/**
 * Dispatches `POST /functions/v1/<name>`. Errors are `{ code, message }`; internal failures also have `x-relay-error:
 * true`.
 */
export function createFunctionsRoom({ authenticator, definitions, log }: FunctionsRoomDeps): Room {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));

  async function call(request: Request, context: RequestContext): Promise<Response> {
    const name = new URL(request.url).pathname.slice(BASE.length + 1).split('/')[0] ?? '';
    const definition = byName.get(name);
    if (!definition) throw new RelayError(404, 'NOT_FOUND', 'Requested function was not found');
    if (request.method !== 'POST') {
      throw new FunctionError(405, 'method_not_allowed', `${name} accepts POST, not ${request.method}`);
    }
    const caller = await callerOf(request, definition, authenticator);
    const input = await inputOf(request, definition);
    const answer = await definition.handle({ input, caller, request, context });
    return answer instanceof Response ? answer : Response.json(answer);
  }

  return {
    base: BASE,
    async handle(request, context) {
      if (request.method === 'OPTIONS') return preflight(request);
      const response = await call(request, context).catch((error: unknown) => refuse(error, context, log));
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      response.headers.set('Cache-Control', 'no-store');
      return response;
    },
  };
}

/** A failure of the dispatch itself; the official client recognizes it by the header. */
class RelayError extends FunctionError {}

async function callerOf(
  request: Request,
  definition: FunctionDefinition,
  authenticator: Authenticator,
): Promise<Caller> {
  const authentication = await authenticator.fromRequest(request);
  if (!authentication.ok) throw new RelayError(401, 'unauthorized', authentication.message);
  if (definition.access === 'user' && authentication.caller.userId === null) {
    throw new RelayError(401, 'unauthorized', 'Log in to call this function');
  }
  return authentication.caller;
}

async function inputOf(request: Request, definition: FunctionDefinition): Promise<unknown> {
  if (definition.input === null) return undefined;
  const body = (await readJson(request)) ?? {};
  if (!isStorable(body)) {
    throw new FunctionError(400, 'invalid_input', 'text must be well-formed and without NUL characters');
  }
  const parsed = z.safeParse(definition.input, body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new FunctionError(400, 'invalid_input', problems.join('; '));
}

/** Maps transient database errors. Null for an internal failure, whose message stays internal. */
function fromDatabase(error: DatabaseError): FunctionError | null {
  const { code, message } = error;
  if (isHeldUp(error)) {
    return new FunctionError(503, 'busy', 'Someone else is changing the same thing. Try again in a moment.');
  }
  if (isLost(error)) {
    return new FunctionError(503, 'unavailable', 'The database can’t be reached. Try again in a moment.');
  }
  if (code === 'PT429') return new FunctionError(429, 'too_many_requests', message);
  if (code === '53300')
    return new FunctionError(503, 'busy', 'The server is too busy. Try again in a moment.');
  if (code === '57014')
    return new FunctionError(504, 'timeout', 'This took too long. Try again in a moment.');
  return null;
}

function refuse(error: unknown, context: RequestContext, log: Log): Response {
  const expected = error instanceof DatabaseError ? fromDatabase(error) : error;
  if (expected instanceof FunctionError) {
    const { code, message, status } = expected;
    const headers = {
      ...(expected instanceof RelayError ? { 'x-relay-error': 'true' } : {}),
      ...(error instanceof DatabaseError ? { 'Retry-After': '5' } : {}),
    };
    return Response.json({ code, message }, { status, headers });
  }
  if (error instanceof BodyError) {
    return Response.json({ code: error.code, message: error.message }, { status: error.status });
  }
  if (error instanceof ObjectStoreError) {
    const body = { code: 'files_unavailable', message: FILES_UNAVAILABLE };
    return Response.json(body, { status: 503, headers: { 'Retry-After': '5' } });
  }
  if (isDiskFull(error)) {
    return Response.json({ code: 'insufficient_storage', message: DISK_IS_FULL }, { status: 507 });
  }
  log.error('a function failed unexpectedly', { error, requestId: context.requestId });
  const message = `Something went wrong on our side. Request ${context.requestId}`;
  return Response.json({ code: 'unexpected_failure', message }, { status: 500 });
}
