import { createServer, type IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { onBehalfOf } from '#server/platform/db/turns/payer.ts';
import type { RequestContext, Room } from '#server/platform/http/room.ts';

export interface ServedRooms {
  /** `http://127.0.0.1:<port>`, to be given to an official client. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the rooms and serves them on a free loopback port, sockets included, as the application would. */
export async function serveRooms(rooms: readonly Room[]): Promise<ServedRooms> {
  for (const room of rooms) await room.start?.();
  const listener = getRequestListener(
    async (request, env) => {
      const room = roomFor(rooms, new URL(request.url).pathname);
      if (!room) return new Response('Not found', { status: 404 });
      const context = contextOf(env.incoming as IncomingMessage);
      return onBehalfOf(context.ip)(() => room.handle(request, context));
    },
    { overrideGlobalObjects: false },
  );
  // Tests hold several connections, and use one after minutes on a busy machine.
  const server = createServer({ keepAliveTimeout: 620_000 }, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.on('upgrade', (request, socket, head) => {
    const room = roomFor(rooms, new URL(request.url ?? '/', 'http://localhost').pathname);
    if (room?.upgrade) room.upgrade(request, socket, head, contextOf(request));
    else socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const room of rooms) await room.stop?.();
      await closed;
    },
  };
}

function roomFor(rooms: readonly Room[], path: string): Room | undefined {
  return rooms.find(({ base }) => path === base || path.startsWith(`${base}/`));
}

let requests = 0;

function contextOf(request: IncomingMessage): RequestContext {
  requests += 1;
  return { ip: request.socket.remoteAddress ?? 'unknown', requestId: `test-${requests}` };
}
