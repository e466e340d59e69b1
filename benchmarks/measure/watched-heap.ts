import { z } from 'zod';

/** For the server's start: it tells its debugger's address, on loopback alone. */
export const WATCHED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

const answer = z.object({
  id: z.number(),
  result: z.looseObject({ usedSize: z.number().optional() }).optional(),
});

/** What a server holds once its garbage is collected, in MB: without that a heap grows until somebody needs the room. */
export async function watchHeap(output: string): Promise<{ used(): Promise<number>; close(): void }> {
  const address = /Debugger listening on (ws:\/\/127\.0\.0\.1:\S+)/.exec(output)?.[1];
  if (address === undefined) throw new Error('the server tells no address of a debugger');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (used: number) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = answer.safeParse(JSON.parse(String(data))).data ?? {};
    if (id !== undefined) waiting.get(id)?.(result?.usedSize ?? Number.NaN);
  });
  let calls = 0;
  const call = (method: string): Promise<number> => {
    calls += 1;
    const id = calls;
    return new Promise((resolve) => {
      waiting.set(id, (used) => {
        waiting.delete(id);
        resolve(used);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  };
  return {
    async used() {
      await call('HeapProfiler.collectGarbage');
      return (await call('Runtime.getHeapUsage')) / 1e6;
    },
    close: () => socket.close(),
  };
}
