import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { currentPayer } from '../db/turns/payer.ts';
import { createClientAddress } from './client-address.ts';
import type { Health } from './health.ts';
import { createOrigin, type OriginOptions } from './origin.ts';
import type { Room } from './room.ts';

const WELL = {
  isHealthy: () => true,
  isDraining: () => false,
  diskState: () => 'ok' as const,
  fileState: () => 'ok' as const,
};
const peer = new IncomingMessage(new Socket());

const room: Room = {
  base: '/rest/v1',
  async handle(request) {
    if (request.url.endsWith('/broken')) throw new Error('a secret detail');
    return Response.json({ path: new URL(request.url).pathname });
  },
};

function originWith(options: Partial<OriginOptions> = {}, lines: string[] = []) {
  return createOrigin({
    rooms: [room],
    site: () => new Response('the app'),
    browserConfig: () => ({ anonKey: 'public' }),
    health: WELL,
    clientAddress: createClientAddress([]),
    https: false,
    requestLimit: null,
    log: createLog('error', (line) => lines.push(line)),
    ...options,
  });
}

const ask = (origin: ReturnType<typeof originWith>, path: string) =>
  origin.fetch(new Request(`http://localhost${path}`), peer);

it('dispatches each base to its room and everything else to the web app', async () => {
  const origin = originWith();
  expect(await (await ask(origin, '/rest/v1/tasks')).json()).toEqual({ path: '/rest/v1/tasks' });
  expect(await (await ask(origin, '/rest/v2/tasks')).text()).toBe('the app');
  expect(await (await ask(origin, '/config.json')).json()).toEqual({ anonKey: 'public' });
});

it('charges the address of a request', async () => {
  const asking: Room = { base: '/rest/v1', handle: async () => Response.json(currentPayer()) };
  const behind = { rooms: [asking], clientAddress: () => '2001:db8:1:2:3:4:5:6' };
  expect(await (await ask(originWith(behind), '/rest/v1/tasks')).json()).toBe('2001:db8:1:2::/64');
});

it('reports whether the database answers, and whether there is room', async () => {
  const told = async (health: Partial<Health>) => {
    const answer = await ask(originWith({ health: { ...WELL, ...health } }), '/health');
    return [answer.status, await answer.json()];
  };
  expect(await told({})).toEqual([200, { status: 'ok' }]);
  expect(await told({ isHealthy: () => false })).toEqual([503, { status: 'unavailable' }]);
  expect(await told({ diskState: () => 'full' })).toEqual([200, { status: 'degraded', disk: 'full' }]);
  expect(await told({ diskState: () => 'low' })).toEqual([200, { status: 'ok', disk: 'low' }]);
  expect(await told({ fileState: () => 'unreachable' })).toEqual([
    200,
    { status: 'degraded', files: 'unreachable' },
  ]);
});

it('is ready until it drains or the database is gone, and alive as long as it answers', async () => {
  const statuses = async (health: Partial<Health>) => {
    const origin = originWith({ health: { ...WELL, ...health } });
    const answers = ['/health/ready', '/health/live', '/health'].map((path) => ask(origin, path));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses({})).toEqual([200, 200, 200]);
  expect(await statuses({ diskState: () => 'full' })).toEqual([200, 200, 200]);
  expect(await statuses({ fileState: () => 'refused' })).toEqual([200, 200, 200]);
  expect(await statuses({ isDraining: () => true })).toEqual([503, 200, 200]);
  expect(await statuses({ isHealthy: () => false })).toEqual([503, 200, 503]);
});

it('hides an unexpected failure behind its log id', async () => {
  const lines: string[] = [];
  const response = await ask(originWith({}, lines), '/rest/v1/broken');
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(body).not.toContain('secret');
  expect(lines.join()).toContain('a secret detail');
  expect(lines.join()).toContain(response.headers.get('x-request-id') ?? 'no id');
});

it('refuses more requests than the limit, with the seconds to wait, and still serves pages', async () => {
  const origin = originWith({ requestLimit: { limit: 1, seconds: 60 } });
  expect((await ask(origin, '/rest/v1/tasks')).status).toBe(200);
  const refused = await ask(origin, '/rest/v1/tasks');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await ask(origin, '/')).status).toBe(200);
});

it('counts upgrades as requests, and limits the open sockets of an address', async () => {
  const live: Room = {
    base: '/realtime/v1',
    handle: async () => new Response(''),
    upgrade: (_, socket) => socket.resume(),
  };
  const opened = (origin: ReturnType<typeof originWith>) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { url: '/realtime/v1/websocket' });
    const [socket, said] = [new PassThrough(), vi.fn()];
    vi.spyOn(socket, 'end').mockImplementation((text) => (said(text), socket));
    origin.upgrade(request, socket, Buffer.alloc(0));
    return { socket, refused: said.mock.calls.flat().join('') };
  };
  const few = originWith({ rooms: [live, room], requestLimit: { limit: 2, seconds: 60 } });
  expect(opened(few).refused).toBe('');
  expect((await ask(few, '/rest/v1/tasks')).status).toBe(200);
  expect(opened(few).refused).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: 60\r\n/);

  const many = originWith({ rooms: [live], requestLimit: { limit: 5000, seconds: 60 } });
  const sockets = Array.from({ length: 500 }, () => opened(many));
  expect(sockets.filter(({ refused }) => refused !== '')).toEqual([]);
  expect(opened(many).refused).toContain(' 429 ');
  sockets[0]?.socket.emit('close');
  expect(opened(many).refused).toBe('');
  expect(opened(many).refused).toContain(' 429 ');

  const unlimited = originWith({ rooms: [live] });
  expect(Array.from({ length: 501 }, () => opened(unlimited).refused).join('')).toBe('');
});

it('limits requests that keep people signed in separately, and answers too many as busy', async () => {
  // The seconds to wait are rounded up, and a second may pass on a busy machine.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const auth: Room = {
    base: '/auth/v1',
    handle: async () => new Response('a session'),
    keepsSignedIn: ({ url }) => url.endsWith('/refresh'),
  };
  const origin = originWith({ rooms: [auth], requestLimit: { limit: 1, seconds: 60 } });
  for (const status of [200, 429, 429]) expect((await ask(origin, '/auth/v1/other')).status).toBe(status);
  expect((await ask(origin, '/auth/v1/refresh')).status).toBe(200);
  const busy = await ask(origin, '/auth/v1/refresh');
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '60']);
});

it('warns about an unlisted proxy', async () => {
  const lines: string[] = [];
  const proxy = Object.assign(new IncomingMessage(new Socket()), {
    headers: { 'x-forwarded-for': '10.1.1.1' },
  });
  await originWith({}, lines).fetch(new Request('http://localhost/'), proxy);
  expect(lines.join()).toContain('TRUSTED_PROXIES');
});

it('counts an IPv6 network as one peer', async () => {
  let address = '';
  const origin = originWith({ requestLimit: { limit: 2, seconds: 60 }, clientAddress: () => address });
  const statuses: number[] = [];
  for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1']) {
    address = ip;
    statuses.push((await ask(origin, '/rest/v1/tasks')).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200]);
});

it('sends security headers with every answer', async () => {
  for (const path of ['/', '/rest/v1/tasks', '/rest/v1/broken']) {
    const { headers } = await ask(originWith({ https: true }), path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('includeSubDomains');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

it('lets a room override a header: an address with a token has no referrer', async () => {
  const careful: Room = {
    base: '/auth/v1',
    handle: async () => new Response(null, { headers: { 'Referrer-Policy': 'no-referrer' } }),
  };
  const { headers } = await ask(originWith({ rooms: [careful] }), '/auth/v1/verify');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

it('answers an invalid request with the usual headers, and hides other failures', async () => {
  const lines: string[] = [];
  const origin = originWith({}, lines);
  const unreadable = origin.refuse(new RequestError('Invalid host header'));
  expect(unreadable.status).toBe(400);
  expect(lines).toEqual([]);
  const failed = origin.refuse(new Error('a secret detail'));
  expect([failed.status, await failed.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  expect(lines.join()).toContain('a secret detail');
  for (const { headers } of [unreadable, failed]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).not.toBeNull();
  }
});
