import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { requestPage } from './request-page.ts';

const hosts: unknown[] = [];
const server = createServer((request, response) => {
  hosts.push(request.headers.host);
  if (request.url === '/away') response.writeHead(302, { location: 'http://rebind.example/secret' }).end();
  else response.end('a page');
});
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.close());

const limits = { signal: new AbortController().signal, maxBytes: 1000, headers: {} };

it('connects to the checked address, whatever the name resolves to later', async () => {
  // The name doesn't resolve, so a second lookup would fail.
  const url = new URL('http://rebind.invalid/');
  const answer = await requestPage({ url, address: '127.0.0.1', family: 4, port }, limits);
  expect(answer.body.toString()).toBe('a page');
  expect(hosts.splice(0)).toEqual(['rebind.invalid']);
});

it.each([
  ['127.0.0.1', 4],
  ['::ffff:127.0.0.1', 6],
  ['::1', 6],
  ['192.168.0.9', 4],
])('refuses a redirect to a name that resolves to %s', async (address, family) => {
  const looked: string[] = [];
  const fetch = createGuardedFetch({
    userAgent: 'test',
    internalHosts: new Map([['public.example', { address: '127.0.0.1', port }]]),
    resolve: async (host) => {
      looked.push(host);
      return [{ address, family }];
    },
  });
  const asked = fetch(new URL('http://public.example/away'), { ...limits, limit: 10_000 });
  await expect(asked).rejects.toMatchObject({ why: 'forbidden' });
  expect(looked).toEqual(['rebind.example']);
  expect(hosts.splice(0)).toEqual(['public.example']);
});
