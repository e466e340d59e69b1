import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import { onBehalfOf } from '../db/turns/payer.ts';
import type { ClientAddress } from './client-address.ts';
import { corsHeaders } from './cors.ts';
import { leadsTo } from './count-requests.ts';
import { createUpgradeCount } from './count-upgrades.ts';
import { answerHealth, type Health } from './health.ts';
import { peerKey } from './peer-key.ts';
import {
  createRequestLimiter,
  type RequestLimiter,
  type SharedCounts,
  type WindowLimit,
} from './request-limiter.ts';
import type { RequestContext, Room } from './room.ts';
import { securityHeaders } from './security-headers.ts';
import type { StaticSite } from './static-site.ts';
import { forwardedFor, watchForProxy } from './watch-for-proxy.ts';

export interface OriginOptions {
  readonly rooms: readonly Room[];
  /** Null: only the API is served. */
  readonly site: StaticSite | null;
  /** Content of `/config.json` for the browser. Nothing in it is secret. */
  readonly browserConfig: () => object;
  readonly health: Health;
  readonly clientAddress: ClientAddress;
  readonly https: boolean;
  /** Limit of requests to the rooms per address; null: no limit. */
  readonly requestLimit: WindowLimit | null;
  /** Counts requests with the other processes; `name` keeps limits apart. Unset: this process counts for itself. */
  readonly sharedCounts?: (name: string) => SharedCounts | null;
  readonly log: Log;
}

/** The whole origin: the platform's rooms, health, the browser's configuration and the web app. */
export interface Origin {
  fetch(request: Request, peer: IncomingMessage): Promise<Response>;
  /** Answers what couldn't be parsed as a request, or not be answered at all. */
  refuse(error: unknown): Response;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

type Bindings = { Bindings: { context: RequestContext } };

export function createOrigin(options: OriginOptions): Origin {
  const router = createRouter(options);
  const limiterOf = limiters(options);
  const limiter = limiterOf('requests');
  const enter = createEntrance(options, { limiter, refreshes: limiterOf('refreshes') });
  // Without a limit of requests, there is none of sockets.
  const countUpgrade = options.requestLimit === null ? null : createUpgradeCount({ limiter });
  const always = Object.entries(securityHeaders({ https: options.https }));

  const lookForProxy = watchForProxy(options.clientAddress, options.log);

  const contextOf = (peer: IncomingMessage): RequestContext => {
    lookForProxy(peer);
    return {
      ip: options.clientAddress(peer.socket.remoteAddress, forwardedFor(peer.headers)),
      requestId: newUuid(),
    };
  };

  function sealed(response: Response, requestId: string): Response {
    for (const [name, value] of always) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    response.headers.set('X-Request-Id', requestId);
    return response;
  }

  return {
    async fetch(request, peer) {
      const context = contextOf(peer);
      const room = options.rooms.find(({ base }) => leadsTo(request.url, base));
      // Until a token identifies the user, the address is charged for its requests.
      const answer = () => (room ? enter(room, request, context) : router.fetch(request, { context }));
      return sealed(await onBehalfOf(peerKey(context.ip))(answer), context.requestId);
    },
    refuse(error) {
      const requestId = newUuid();
      if (error instanceof RequestError) {
        return sealed(Response.json({ message: 'Couldn’t read this request.' }, { status: 400 }), requestId);
      }
      options.log.error('a request failed unexpectedly', { error, requestId });
      return sealed(unexpected(requestId), requestId);
    },
    upgrade(request, socket, head) {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const room = options.rooms.find((each) => each.upgrade && path.startsWith(`${each.base}/`));
      if (!room?.upgrade) return endUpgrade(socket, '404 Not Found');
      const context = contextOf(request);
      const wait = countUpgrade?.(peerKey(context.ip), socket) ?? 0;
      if (wait > 0) return endUpgrade(socket, `429 Too Many Requests\r\nRetry-After: ${wait}`);
      room.upgrade(request, socket, head, context);
    },
  };
}

function endUpgrade(socket: Duplex, status: string): void {
  // Nobody else handles errors of the connection any more.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function limiters({ requestLimit, sharedCounts, log }: OriginOptions): (name: string) => RequestLimiter {
  return (name) => {
    const counts = sharedCounts?.(name);
    return createRequestLimiter(requestLimit, { shared: counts ? { counts, log } : null });
  };
}

/** Leads to a room whoever has requests left. Rooms answer most requests, and a router would cost more than the rest. */
function createEntrance(
  { log }: OriginOptions,
  { limiter, refreshes }: Readonly<Record<'limiter' | 'refreshes', RequestLimiter>>,
) {
  return async (room: Room, request: Request, context: RequestContext): Promise<Response> => {
    try {
      if (request.method !== 'OPTIONS') {
        const keepsSignedIn = room.keepsSignedIn?.(request) ?? false;
        const wait = (keepsSignedIn ? refreshes : limiter).take(peerKey(context.ip));
        if (wait > 0) return tooManyRequests(request, { wait, status: keepsSignedIn ? 503 : 429 });
      }
      const response = await room.handle(request, context);
      return request.method === 'HEAD' ? new Response(null, response) : response;
    } catch (error) {
      return failed(error, { log, request, context });
    }
  };
}

function createRouter({ site, browserConfig, health, log }: OriginOptions): Hono<Bindings> {
  const router = new Hono<Bindings>();
  answerHealth(router, health);
  router.get('/config.json', () =>
    Response.json(browserConfig(), { headers: { 'Cache-Control': 'no-cache' } }),
  );
  router.all('*', (c) => site?.(c.req.raw) ?? new Response('Not found', { status: 404 }));
  router.onError((error, c) => failed(error, { log, request: c.req.raw, context: c.env.context }));
  return router;
}

function failed(
  error: unknown,
  {
    log,
    request: { method },
    context: { requestId },
  }: { readonly log: Log; readonly request: Request; readonly context: RequestContext },
): Response {
  log.error('a request failed unexpectedly', { error, requestId, method });
  return unexpected(requestId);
}

function unexpected(requestId: string): Response {
  return Response.json(
    { message: 'Something went wrong on our side.', request_id: requestId },
    { status: 500 },
  );
}

/** Each room has its own error format; `code` and `message` are common to all. */
function tooManyRequests(request: Request, { wait, status }: { wait: number; status: 429 | 503 }): Response {
  return Response.json(
    { code: 'over_request_rate_limit', message: `Too many requests. Try again in ${wait} s` },
    { status, headers: { ...corsHeaders(request), 'Retry-After': String(wait) } },
  );
}
