import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A load balancer for TCP connections: each goes to the next process that says it is ready. */
export interface Balancer {
  readonly url: string;
  /** Milliseconds between two looks at each process. */
  checkEvery: number;
  /** The addresses of the processes, in any state. */
  serve(urls: readonly string[]): void;
  close(): void;
}

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
    const asked = all;
    const states = await Promise.all(asked.map(async (url) => (await stateOf(url)) ?? ready.includes(url)));
    if (all === asked) ready = asked.filter((_url, at) => states[at]);
  };
  const stopping = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await check();
      await sleep(balancer.checkEvery);
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port');
  const balancer: Balancer = {
    url: `http://127.0.0.1:${address.port}`,
    checkEvery: 100,
    serve(urls) {
      all = urls;
      ready = urls;
    },
    close() {
      stopping.abort();
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  void watch();
  return balancer;
}

/** Null if it's too slow to say: a busy machine isn't a process that ends. */
function stateOf(url: string): Promise<boolean | null> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    (error: unknown) => (error instanceof DOMException ? null : false),
  );
}
