import { createCallerGate } from '#server/lib/caller-gate.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { ObjectStore } from '#server/providers/object-store/object-store.ts';
import { ANON, type Caller } from '../db/caller.ts';
import type { Database } from '../db/database.ts';
import { corsHeaders, preflight } from '../http/cors.ts';
import type { RequestContext, Room } from '../http/room.ts';
import { type Authenticator, type LiveSessions } from '../http/tokens/authentication.ts';
import { bearerOf } from '../http/tokens/authenticator.ts';
import { sweepBlobs } from './blobs.ts';
import { createLinks } from './links/links.ts';
import { createPictureWork } from './render/picture-work.ts';
import { refusals, toStorageError } from './storage-error.ts';
import {
  DEFAULT_LIMITS,
  type StorageCall,
  type StorageLimits,
  type StorageParts,
  UPLOADS_AT_ONCE,
} from './storage-parts.ts';
import { BASE, ROUTES, type Route } from './storage-routes.ts';

export interface StorageRoomDeps {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessions;
  readonly objectStore: ObjectStore;
  /** Key for signing links: 32 bytes used for nothing else, such as `keys.secretFor('storage-links')`. */
  readonly linkSecret: Uint8Array;
  readonly clock?: Clock;
  readonly log: Log;
  readonly limits?: Partial<StorageLimits>;
}

const SWEEP_EVERY = 10 * 60_000;

/** Files in buckets. Row-level security on `storage.objects` authorizes; the bytes are in the object store. */
export function createStorageRoom(deps: StorageRoomDeps): Room {
  const { database, objectStore, liveSessions, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const parts: StorageParts = {
    database,
    objectStore,
    liveSessions,
    links: createLinks(deps.linkSecret, deps.clock),
    pictures: createPictureWork(),
    limits,
    log,
    // An upload that waits holds a connection and no bytes.
    inTurn: createCallerGate({ parallel: UPLOADS_AT_ONCE, waiting: Number.POSITIVE_INFINITY }),
  };
  let sweeping: NodeJS.Timeout | undefined;

  async function answer(request: Request, { ip }: RequestContext): Promise<Response> {
    const url = new URL(request.url);
    const { route, bucket, name } = find(request.method, url.pathname);
    const caller = await callerOf(deps.authenticator, request, route.access);
    const call: StorageCall = { request, url, caller, ip, operation: route.operation, bucket, name };
    return route.handle(parts, call);
  }

  const sweep = (): void => {
    sweepBlobs(parts).catch((error: unknown) => log.warn("couldn't sweep abandoned files", { error }));
  };

  return {
    base: BASE,
    async handle(request, context) {
      if (request.method === 'OPTIONS') return preflight(request);
      const response = await answer(request, context).catch((error: unknown) =>
        refuse(error, request, context, log),
      );
      for (const [header, value] of Object.entries(corsHeaders(request))) response.headers.set(header, value);
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    async start() {
      sweep();
      sweeping = setInterval(sweep, SWEEP_EVERY);
    },
    async stop() {
      clearInterval(sweeping);
      parts.pictures.stop();
    },
  };
}

/** HEAD is handled like GET, without a body. */
function find(method: string, pathname: string): { route: Route; bucket: string; name: string } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  for (const route of ROUTES) {
    const match = route.method === wanted ? route.pattern.exec(pathname) : null;
    if (match)
      return { route, bucket: decode(match.groups?.['bucket']), name: decode(match.groups?.['name']) };
  }
  throw refusals.noSuchRoute();
}

/** Decodes once: a name that still looks encoded contains a percent sign, which names may not have. */
function decode(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refusals.invalidKey(part);
  }
}

async function callerOf(
  authenticator: Authenticator,
  request: Request,
  access: Route['access'],
): Promise<Caller> {
  if (access === 'anyone') return ANON;
  const hasCredential = bearerOf(request) !== null || (request.headers.get('apikey') ?? '') !== '';
  // The official service's message, which parses the missing token as an empty one.
  if (!hasCredential && access === 'caller') throw refusals.accessDenied('Invalid Compact JWS');
  const authentication = await authenticator.fromRequest(request);
  if (!authentication.ok) throw refusals.accessDenied(authentication.message);
  return authentication.caller;
}

function refuse(error: unknown, request: Request, { requestId }: RequestContext, log: Log): Response {
  const known = toStorageError(error);
  if (!known) log.error('a storage request failed', { error, requestId });
  const { code, statusCode, word, message, httpStatus } = known ?? refusals.internal();
  const init = { status: httpStatus, headers: httpStatus === 503 ? { 'Retry-After': '1' } : {} };
  if (request.method === 'HEAD') return new Response(null, init);
  return Response.json({ statusCode: String(statusCode), error: word, message, code }, init);
}
