import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A load balancer for TCP connections: each goes to the next process that says it is ready. */
export interface Balancer {
  readonly url: string;
  /** The addresses of the processes, in any state. */
  serve(urls: readonly string[]): void;
  close(): void;
}

const CHECK_EVERY = 100;

export async function startBalancer(): Promise<Balancer> {
  let all: readonly string[] = [];
  let ready: readonly string[] = [];
  let turn = 0;
  const open = new Set<Socket>();

  const server = createServer((client) => {
    const target = ready[turn++ % Math.max(1, ready.length)];
    if (target === undefined) return client.destroy();
    const { port } = new URL(target);
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });

  const check = async (): Promise<void> => {
    const states = await Promise.all(
      all.map((url) =>
        fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    ready = all.filter((_url, at) => states[at]);
  };
  const checking = setInterval(() => void check(), CHECK_EVERY);

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve(urls) {
      all = urls;
      ready = urls;
    },
    close() {
      clearInterval(checking);
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
