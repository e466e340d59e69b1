import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address that leads to one PostgreSQL server after the other, as that of a cluster does. */
export interface DatabaseAddress {
  readonly url: string;
  /** Cuts all connections; new ones go to this server. */
  leadTo(url: string): void;
  close(): void;
}

export async function openDatabaseAddress(url: string): Promise<DatabaseAddress> {
  let target = new URL(url);
  const open = new Set<Socket>();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => open.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the address has no port');
  const own = new URL(url);
  own.port = String(address.port);
  return {
    url: own.href,
    leadTo(next) {
      target = new URL(next);
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
