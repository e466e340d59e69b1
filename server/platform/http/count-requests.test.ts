import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type CountedRequest, countRequests } from './count-requests.ts';
import type { Origin } from './origin.ts';
import type { Room } from './room.ts';

const rest: Room = { base: '/rest/v1', handle: async () => new Response() };
const origin: Origin = {
  fetch: async ({ url }) => new Response(null, { status: url.endsWith('missing') ? 404 : 200 }),
  refuse: () => new Response(null, { status: 400 }),
  upgrade: () => {},
};

it('tells the room of a request, never its path', async () => {
  const seen: CountedRequest[] = [];
  const counted = countRequests(origin, [rest], (request) => seen.push(request));
  const peer = new IncomingMessage(new Socket());
  for (const path of [
    '/rest/v1/tasks?id=eq.4',
    '/rest/v1?x',
    '/rest/v1',
    '/rest/v10/x',
    '/health/ready',
    '/missing',
  ])
    await counted.fetch(new Request(`http://localhost:3000${path}`), peer);
  expect(seen.map(({ room, status }) => [room, status])).toEqual([
    ['/rest/v1', 200],
    ['/rest/v1', 200],
    ['/rest/v1', 200],
    ['app', 200],
    ['/health', 200],
    ['app', 404],
  ]);
  expect(seen.every(({ seconds }) => seconds >= 0)).toBe(true);
});
