import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address that leads to one PostgreSQL server after the other, as that of a cluster does. */
export interface DatabaseAddress {
  readonly url: string;
  /** Cuts all connections; new ones go to this server. */
  leadTo(url: string): void;
  /** Passes nothing on from now on, and closes nothing, like a machine that vanishes. */
  fallSilent(): void;
  close(): void;
}

export async function openDatabaseAddress(url: string): Promise<DatabaseAddress> {
  let target = new URL(url);
  const open = new Set<Socket>();
  let isSilent = false;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isSilent) {
      open.add(near);
      near.on('error', () => {}).on('close', () => open.delete(near));
      return;
    }
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
      isSilent = false;
      cut();
    },
    fallSilent() {
      isSilent = true;
      for (const socket of open) socket.unpipe().pause();
    },
    close() {
      server.close();
      cut();
    },
  };
}
