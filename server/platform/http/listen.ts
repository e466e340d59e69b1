import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { WholeResponse } from './whole-response.ts';

export interface ListenOptions {
  readonly port: number;
  /** Null: both loopback addresses, so that `localhost` works however it resolves. */
  readonly host: string | null;
  /** Milliseconds within which a request's headers must arrive. Default 12 s. */
  readonly headersTimeout?: number;
  fetch(request: Request, peer: IncomingMessage): Promise<Response>;
  /** Answers a request that couldn't be parsed, such as one with a bad host. */
  refuse(error: unknown): Response;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Listening {
  readonly port: number;
  /**
   * From now on, each response asks the client to close its connection: the next request takes another one, perhaps to
   * another process. Closing connections between requests would fail those that are on their way.
   */
  drain(): void;
  /** Stops accepting, lets requests finish for `limit` ms, then cuts the rest. */
  close(limit: number): Promise<void>;
}

interface Listener {
  readonly server: Server;
  readonly unused: ReadonlySet<Socket>;
  drain(): void;
}

const LOOPBACK = ['127.0.0.1', '::1'];

const LIMITS = {
  // A request line of 8 kB must fit (long filters).
  maxHeaderSize: 16 * 1024,
  headersTimeout: 12_000,
  // By default Node only checks for slow clients every 30 s, and 15 s become 33 (measured).
  connectionsCheckingInterval: 1_000,
  requestTimeout: 120_000,
  // What clients that read `Keep-Alive` are told, so that they leave a process that is stopping in time.
  keepAliveTimeout: 5_000,
  // Proxies don't read it, and keep an unused connection for longer (nginx and AWS one minute, Caddy two, Google ten). If the
  // server closed it first, a request could be on its way already, which the proxy would answer with 502.
  keepAliveTimeoutBuffer: 615_000,
};

export async function listen(options: ListenOptions): Promise<Listening> {
  const hosts = options.host === null ? LOOPBACK : [options.host];
  const listeners: Listener[] = [];
  let port = options.port;
  for (const host of hosts) {
    try {
      const listener = await listenOn(host, port, options);
      listeners.push(listener);
      // Port 0 picks any free one: the second address must get the same.
      port = portOf(listener.server);
    } catch (error) {
      // Without IPv6 there is no ::1; the first address is enough.
      if (listeners.length === 0 || !isMissingAddress(error)) {
        await closeAll(listeners, 0);
        throw error;
      }
    }
  }
  return {
    port,
    drain: () => listeners.forEach((listener) => listener.drain()),
    close: (limit) => closeAll(listeners, limit),
  };
}

function listenOn(host: string, port: number, options: ListenOptions): Promise<Listener> {
  const listener = getRequestListener(
    async (request, env) => {
      const response = await options.fetch(request, env.incoming as IncomingMessage);
      if (!(response instanceof WholeResponse)) return response;
      send(response, env.outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    // Its own answers to such requests would lack our headers.
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => options.refuse(error),
      // HTTP/1.0 knows no `Host`, and load balancers ask by it whether a process is well (HAProxy unless told otherwise).
      hostname: 'host.invalid',
    },
  );
  const { headersTimeout = LIMITS.headersTimeout } = options;
  const server = createServer({ ...LIMITS, headersTimeout });
  let isDraining = false;
  server.on('request', (incoming, outgoing) => {
    if (isDraining) outgoing.setHeader('Connection', 'close');
    // While the server closes, don't keep the connection alive for a next request.
    outgoing.once('finish', () => {
      if (!server.listening) incoming.socket.end();
    });
    void listener(incoming, outgoing);
  });
  server.on('upgrade', (request, socket, head) => options.upgrade(request, socket, head));
  const unused = followUnused(server);
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(explain(error, port));
    server.once('error', refuse);
    server.listen({ host, port }, () => {
      server.off('error', refuse);
      resolve({ server, unused, drain: () => void (isDraining = true) });
    });
  });
}

/** Writes headers and body with one system call. Node adds the length. */
function send({ status, headers, whole }: WholeResponse, outgoing: ServerResponse): void {
  outgoing.statusCode = status;
  outgoing.setHeaders(headers);
  outgoing.end(typeof whole === 'string' ? Buffer.from(whole) : whole);
}

/**
 * Tracks connections without a request so far: browsers open some in advance. Node considers them busy when it
 * closes, and would wait for a request on each until the limit.
 */
function followUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  server.on('upgrade', ({ socket }) => unused.delete(socket));
  return unused;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function explain(error: Error, port: number): Error {
  if (codeOf(error) !== 'EADDRINUSE') return error;
  return new Error(`port ${port} is in use by another program. Stop that program or set another PORT`, {
    cause: error,
  });
}

function isMissingAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function closeAll(listeners: readonly Listener[], limit: number): Promise<void> {
  await Promise.all(
    listeners.map(({ server, unused }) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), limit);
      return closed.finally(() => clearTimeout(timer));
    }),
  );
}
