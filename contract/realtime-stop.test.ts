import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { removeDataDir, startServer } from '#tests/worlds/server-process.ts';

const config = z.object({ anonKey: z.string() });

// A live connection never ends by itself: once, it kept the server from stopping until it was killed.
it('a server that is told to stop tells its live connections to come back later, and ends', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'silent' } });
  try {
    const { anonKey } = config.parse(await (await fetch(`${server.url}/config.json`)).json());
    const address = server.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
    // One that doesn't end in time ends itself with another code.
    expect(await server.stop()).toBe(0);
    expect(await closed).toBe(1012);
  } finally {
    await removeDataDir(server.dataDir);
  }
});

it('a server that is told to stop says so to a load balancer, and serves until that is noticed', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'silent', DRAIN_SECONDS: '2' } });
  try {
    const statusOf = async (path: string) => (await fetch(server.url + path)).status;
    expect([await statusOf('/health/ready'), await statusOf('/health/live')]).toEqual([200, 200]);
    const stopped = server.stop();
    await expect.poll(() => statusOf('/health/ready'), { interval: 20 }).toBe(503);
    expect([await statusOf('/config.json'), await statusOf('/health/live')]).toEqual([200, 200]);
    expect(await stopped).toBe(0);
  } finally {
    await removeDataDir(server.dataDir);
  }
});
