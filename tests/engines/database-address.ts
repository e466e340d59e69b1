import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address that leads to one PostgreSQL server after the other, as that of a cluster does. */
export interface DatabaseAddress {
  readonly url: string;
  /** Cuts all connections; new ones go to this server. */
  leadTo(url: string): void;
  /** Cuts all connections when somebody next asks this. */
  cutAt(question: string): void;
  /**
   * Passes nothing on from now on, and closes nothing, like a machine that vanishes; or only for the connections that are
   * open, like a firewall that has forgotten them.
   */
  fallSilent(which?: 'all' | 'those that are open'): void;
  /** Passes on what was said meanwhile, like a network that was cut: each side has kept its connections. */
  speakAgain(): void;
  close(): void;
}

export async function openDatabaseAddress(url: string): Promise<DatabaseAddress> {
  let target = new URL(url);
  const open = new Set<Socket>();
  let isSilent = false;
  let lastQuestion: string | null = null;
  /** What connects, or hands on, again. */
  const held = new Map<Socket, () => void>();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const connectOn = (near: Socket): void => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      const handOn = (): void => void socket.pipe(other);
      open.add(socket);
      held.set(socket, handOn);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          held.delete(socket);
          if (open.delete(socket)) other.destroy();
        });
      handOn();
    }
    near.on('data', (chunk: Buffer) => {
      if (lastQuestion === null || !chunk.includes(lastQuestion)) return;
      lastQuestion = null;
      cut();
    });
  };
  const server = createServer((near) => {
    if (!isSilent) return connectOn(near);
    open.add(near);
    held.set(near, () => connectOn(near));
    near.on('error', () => {}).on('close', () => open.delete(near) && held.delete(near));
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
    cutAt(question) {
      lastQuestion = question;
    },
    fallSilent(which = 'all') {
      isSilent = which === 'all';
      for (const socket of open) socket.unpipe().pause();
    },
    speakAgain() {
      isSilent = false;
      const waiting = [...held.values()]; // more come meanwhile
      for (const goOn of waiting) goOn();
    },
    close() {
      server.close();
      cut();
    },
  };
}
