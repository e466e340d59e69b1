import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { createClientAddress } from './client-address.ts';
import { watchForProxy } from './watch-for-proxy.ts';

function peerAt(address: string, headers: Record<string, string> = {}, url = '/'): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return Object.assign(new IncomingMessage(socket), { headers, url });
}

function watch(trusted: readonly string[]) {
  const lines: string[] = [];
  const log = createLog('error', (line) => lines.push(line));
  return { lines, look: watchForProxy(createClientAddress(trusted), log) };
}

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['x-real-ip', '203.0.113.9'],
  ['via', '1.1 proxy.example'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'errand.example'],
  ['x-original-url', '/'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['true-client-ip', '203.0.113.9'],
  ['fly-client-ip', '203.0.113.9'],
  ['cdn-loop', 'cdn.example'],
])('warns once about an unlisted proxy that sends %s, with advice', (name, value) => {
  const { lines, look } = watch(['10.0.0.0/8']);
  look(peerAt('172.16.0.5'));
  expect(lines).toEqual([]);
  look(peerAt('172.16.0.5', { [name]: value }));
  look(peerAt('172.16.0.6', { [name]: value }));
  expect(lines).toEqual([expect.stringMatching(/isn't in TRUSTED_PROXIES.*add its address.*172\.16\.0\.5/)]);
});

test.each(['203.0.113.9', '203.0.113.9:4711', '[2001:db8::9]:4711'])(
  'does not warn about a listed proxy that forwards for %s',
  (address) => {
    const { lines, look } = watch(['10.0.0.0/8']);
    look(peerAt('::ffff:10.0.0.1', { 'x-forwarded-for': address, via: '1.1 proxy.example' }));
    expect(lines).toEqual([]);
  },
);

test.each([
  ['nothing', {}],
  ['X-Real-IP alone', { 'x-real-ip': '203.0.113.9' }],
  ['Forwarded alone', { forwarded: 'for=203.0.113.9' }],
  ['a name', { 'x-forwarded-for': 'unknown' }],
  ['an empty X-Forwarded-For', { 'x-forwarded-for': '' }],
])('warns once about a listed proxy that sends %s for its clients, with advice', (_name, headers) => {
  const { lines, look } = watch(['10.0.0.0/8']);
  look(peerAt('10.0.0.1', headers));
  look(peerAt('10.0.0.2', headers));
  expect(lines).toEqual([expect.stringMatching(/Set the proxy to send X-Forwarded-For.*10\.0\.0\.1/)]);
});

test.each(['/health', '/health?from=probe', '/local/operator'])(
  'does not warn about direct requests from a listed address: %s',
  (url) => {
    const { lines, look } = watch(['127.0.0.1']);
    look(peerAt('127.0.0.1', {}, url));
    expect(lines).toEqual([]);
    look(peerAt('127.0.0.1', {}, '/healthy'));
    expect(lines).toHaveLength(1);
  },
);

test('warns about both, once each', () => {
  const { lines, look } = watch(['10.0.0.1']);
  for (const peer of [peerAt('10.0.0.1'), peerAt('10.0.0.2', { via: '1.1 b' }), peerAt('10.0.0.1')])
    look(peer);
  expect(lines).toHaveLength(2);
});
