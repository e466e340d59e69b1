import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';

export interface ListenOptions {
  readonly port: number;
  /** null: both loopback addresses, so that `localhost` works whichever way it resolves. */
  readonly host: string | null;
  fetch(request: Request, peer: IncomingMessage): Promise<Response>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, lets requests finish for `limit` ms, then cuts what is left. */
  close(limit: number): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1'];

export async function listen(options: ListenOptions): Promise<Listening> {
  const hosts = options.host === null ? LOOPBACK : [options.host];
  const servers: Server[] = [];
  let port = options.port;
  for (const host of hosts) {
    try {
      const server = await listenOn(host, port, options);
      servers.push(server);
      // Port 0 asks for any free one: the second address must get the same.
      port = portOf(server);
    } catch (error) {
      // A machine without IPv6 has no ::1; the first address serves alone.
      if (servers.length === 0 || !isMissingAddress(error)) {
        await closeAll(servers, 0);
        throw error;
      }
    }
  }
  return { port, close: (limit) => closeAll(servers, limit) };
}

function listenOn(host: string, port: number, options: ListenOptions): Promise<Server> {
  const listener = getRequestListener(
    (request, env) => options.fetch(request, env.incoming as IncomingMessage),
    { overrideGlobalObjects: false },
  );
  // A request line of 8 kB must pass (long filters); dribbling clients are dropped after 15 s.
  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requestTimeout: 120_000 });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  server.on('upgrade', (request, socket, head) => options.upgrade(request, socket, head));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function isMissingAddress(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
  );
}

async function closeAll(servers: readonly Server[], limit: number): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), limit);
      return closed.finally(() => clearTimeout(timer));
    }),
  );
}
