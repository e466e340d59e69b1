import type { Log } from '#server/lib/log.ts';
import type { Caller } from '../db/caller.ts';
import type { Database, Reader } from '../db/database.ts';
import { corsHeaders, isPreflight, preflight } from '../http/cors.ts';
import type { RequestContext, Room } from '../http/room.ts';
import type { Authenticator } from '../http/tokens/authentication.ts';
import { handleCall } from './handle-call.ts';
import { handleRead } from './handle-read.ts';
import { handleWrite } from './handle-write.ts';
import { createAskedReader } from './read-asked.ts';
import { createRequestBody } from './read-body.ts';
import { answerAllow } from './respond/answer-allow.ts';
import { mayBeStale } from './respond/may-be-stale.ts';
import { authenticationRefused, errorResponse, toRestError } from './respond/render-error.ts';
import { schemaNotLoaded } from './respond/schema-errors.ts';
import type { RestRequest } from './rest-request.ts';
import { REST_SETTINGS, type RestSettings } from './rest-settings.ts';
import { createRun, type TimeLimits } from './run-as-caller.ts';
import { createSchemaCache, type Loaded } from './schema/schema-cache.ts';

const BASE = '/rest/v1';

export interface RestRoomDeps extends Partial<RestSettings> {
  readonly database: Database;
  /** Answers lists of rows instead of the database. */
  readonly lists?: Reader | null;
  readonly authenticator: Authenticator;
  readonly log: Log;
  /** True if `select` may aggregate rows: `amount.sum()`, `count()`. */
  readonly allowsAggregates?: boolean;
  /** Cap on the rows of every list in an answer. */
  readonly maxRows?: number;
  readonly limits?: Partial<TimeLimits>;
}

/** PostgreSQL serves other connections in parallel; the embedded database has one session, so everybody waits. */
const LIMITS: Readonly<Record<Database['engine'], TimeLimits>> = {
  pglite: { read: 1_000, write: 1_500, end: 5_000 },
  postgres: { read: 5_000, write: 5_000, end: 5_000 },
};

/**
 * Serves tables and functions of the exposed schemas under `/rest/v1`: parse, resolve names in the catalogue, build
 * one statement, run it as the caller, render. Authorization is left to grants and row-level security.
 */
export function createRestRoom(deps: RestRoomDeps): Room {
  const { database, authenticator, log, allowsAggregates = false, maxRows = 1000 } = deps;
  const settings: RestSettings = { ...REST_SETTINGS, ...deps };
  const { schemas } = settings;
  const read = createAskedReader({ ...settings, base: BASE, maxRows });
  const cache = createSchemaCache({ database, schemas, allowsAggregates, log });
  const run = createRun(database, deps.lists ?? database, { ...LIMITS[database.engine], ...deps.limits });

  async function answer(request: Request, caller: Caller, { ip }: RequestContext): Promise<Response> {
    const body = createRequestBody(request);
    const answerFrom = (loaded: Loaded): Promise<Response> =>
      answerWith(loaded, { request, body, caller, ip });
    await cache.freshen();
    const loaded = cache.current();
    if (loaded === null) throw schemaNotLoaded();
    try {
      return await answerFrom(loaded);
    } catch (error) {
      if (!mayBeStale(error)) throw error;
      await cache.look();
      const newer = cache.current();
      // The first attempt was rolled back, so a retry is safe.
      if (newer === null || newer === loaded) throw error;
      return answerFrom(newer);
    }
  }

  async function answerWith(
    loaded: Loaded,
    sent: Pick<RestRequest, 'request' | 'body' | 'caller' | 'ip'>,
  ): Promise<Response> {
    const asked = read(sent.request, loaded);
    const response = await dispatch({ ...asked, ...sent, asked });
    if (schemas.length > 1) response.headers.set('Content-Profile', asked.schema.name);
    return response;
  }

  async function dispatch(rest: RestRequest): Promise<Response> {
    const { kind, name, method } = rest.target;
    if (method === 'OPTIONS') return answerAllow(rest, { kind, name });
    if (kind === 'function') return handleCall(run, rest, name);
    switch (method) {
      case 'GET':
      case 'HEAD':
        return handleRead(run, rest);
      case 'POST':
        return handleWrite(run, rest, { name, verb: 'insert' });
      case 'PATCH':
        return handleWrite(run, rest, { name, verb: 'update' });
      case 'DELETE':
        return handleWrite(run, rest, { name, verb: 'delete' });
    }
  }

  async function answerOrRefuse(request: Request, context: RequestContext): Promise<Response> {
    let isAnon = true;
    try {
      const authentication = await authenticator.fromRequest(request);
      if (!authentication.ok) throw authenticationRefused(authentication.problem, authentication.message);
      isAnon = authentication.caller.role === 'anon';
      return await answer(request, authentication.caller, context);
    } catch (error) {
      return errorResponse(
        toRestError(error, { isAnon, log, requestId: context.requestId }),
        request.method === 'HEAD',
      );
    }
  }

  return {
    base: BASE,
    async handle(request, context) {
      if (isPreflight(request)) return preflight(request);
      const response = await answerOrRefuse(request, context);
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    start: () => cache.start(),
    stop: () => cache.stop(),
  };
}
