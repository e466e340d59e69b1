import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { createClientAddress } from './client-address.ts';
import { watchForProxy } from './watch-for-proxy.ts';

function peerAt(address: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return Object.assign(new IncomingMessage(socket), { headers });
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
])('an unlisted proxy that sends %s is told once, with what to do', (name, value) => {
  const { lines, look } = watch(['10.0.0.0/8']);
  look(peerAt('172.16.0.5'));
  expect(lines).toEqual([]);
  look(peerAt('172.16.0.5', { [name]: value }));
  look(peerAt('172.16.0.6', { [name]: value }));
  expect(lines).toEqual([expect.stringMatching(/172\.16\.0\.5.*TRUSTED_PROXIES/)]);
});

test('a listed proxy is nothing to tell of', () => {
  const { lines, look } = watch(['10.0.0.0/8']);
  look(peerAt('::ffff:10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }));
  expect(lines).toEqual([]);
});
