import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { WholeResponse } from './whole-response.ts';

const open: Listening[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close(0);
});

async function listening(options: Partial<ListenOptions> = {}): Promise<Listening> {
  const started = await listen({
    port: 0,
    host: '127.0.0.1',
    fetch: async () => new Response('ok'),
    refuse: () => new Response('refused', { status: 400 }),
    upgrade: (_request, socket) => socket.destroy(),
    ...options,
  });
  open.push(started);
  return started;
}

it('drops a client that sends its headers too slowly', async () => {
  const { port } = await listening({ headersTimeout: 1_000 });
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
  );
  socket.on('error', () => {}); // the connection is cut while writing
  let letters = 0;
  const dribbling = setInterval(() => {
    letters += 1;
    socket.write('x');
  }, 200);
  socket.resume();
  await once(socket, 'close');
  clearInterval(dribbling);
  // Node's own look at slow clients, every thirty seconds, would let in 150.
  expect(letters).toBeLessThan(75);
});

it('keeps an unused connection for longer than it says, as proxies ignore that', async () => {
  const { port } = await listening({ headersTimeout: 1_000 });
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  const ask = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return String(await Promise.race([once(socket, 'data'), closed]));
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200[^]*Keep-Alive: timeout=5/);
  // Node closes it a second after that time.
  await sleep(6_500);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
});

it('answers HTTP/1.0, by which load balancers look at its health', async () => {
  const { port } = await listening({ fetch: async ({ url }) => new Response(url) });
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /health/ready HTTP/1.0\r\n\r\n'));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  // No name that anything trusts.
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*http:\/\/host\.invalid\/health\/ready$/);
});

it('says which port is taken and what to do', async () => {
  const { port } = await listening();
  await expect(listening({ port })).rejects.toThrow(
    `port ${port} is in use by another program. Stop that program or set another PORT`,
  );
});

it.each([
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ['a backslash in its path', 'GET /a\\b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an address of another kind', 'GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])('lets the listener answer a request with %s', async (_what, request) => {
  const { port } = await listening();
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [^]*refused/);
});

describe('a response whose body is at hand', () => {
  const headers = (): Headers =>
    new Headers([
      ['Content-Type', 'application/json'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
  const text = JSON.stringify({ title: 'Übung '.repeat(20_000) });

  it.each([
    ['text', text],
    ['bytes', new Uint8Array(Buffer.from(text))],
  ])('is sent completely as %s', async (_what, whole) => {
    const fetched = async () => new WholeResponse(whole, { status: 206, headers: headers() });
    const { port } = await listening({ fetch: fetched });
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(await response.text()).toBe(text);
  });

  it('has no body for HEAD, and the connection serves the next request', async () => {
    const fetched = async () => new WholeResponse(text, { status: 200, headers: headers() });
    const { port } = await listening({ fetch: fetched });
    const socket = connect(port, '127.0.0.1', () => socket.write(request('HEAD')));
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/);
    socket.write(request('GET'));
    const [next] = await once(socket, 'data');
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"title"/);
    socket.destroy();
  });
});

const request = (method: string): string => `${method} / HTTP/1.1\r\nHost: localhost\r\n\r\n`;

it('closes after its last answer, despite idle connections of browsers', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const server = await listening({
    fetch: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const unused = connect(server.port, '127.0.0.1');
  await once(unused, 'connect');
  const busy = connect(server.port, '127.0.0.1', () =>
    busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  );
  await asked.promise;
  const closed = server.close(10 * 60_000);
  await once(unused.resume(), 'close');
  // More than both sides' buffers hold, so that a slow reader must still get all of it.
  answer.resolve(new Response('x'.repeat(20_000_000)));
  await sleep(500);
  let length = 0;
  busy.on('data', (data: Buffer) => (length += data.length));
  await once(busy, 'end');
  expect(length).toBeGreaterThan(20_000_000);
  await closed;
});

it.each([
  ['a response', () => new Response('ok')],
  ['a whole response', () => new WholeResponse('ok', { status: 200, headers: new Headers() })],
])('asks clients to leave once it drains: %s', async (_kind, answer) => {
  const draining = await listening({ fetch: async () => answer() });
  const ask = async (): Promise<string | null> => {
    const response = await fetch(`http://127.0.0.1:${draining.port}/`);
    await response.text();
    return response.headers.get('connection');
  };
  expect(await ask()).toBe('keep-alive');
  draining.drain();
  expect([await ask(), await ask()]).toEqual(['close', 'close']);
});
