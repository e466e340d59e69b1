import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { SpanStart, Tracer } from '#server/lib/tracer.ts';
import { createTrustedPeers } from './client-address.ts';
import type { Origin } from './origin.ts';
import type { Room } from './room.ts';
import { traceRequests } from './trace-requests.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const rest: Room = { base: '/rest/v1', handle: async () => new Response() };
const origin: Origin = {
  fetch: async ({ url }) => new Response(null, { status: url.endsWith('broken') ? 503 : 200 }),
  refuse: () => new Response(null, { status: 400 }),
  upgrade: () => {},
};

function recorder() {
  const seen: (SpanStart & { failed?: string })[] = [];
  const tracer: Tracer = {
    begin: () => ({ note() {}, fail() {}, end() {} }),
    isRecording: () => true,
    within(start, work) {
      const span = { ...start };
      seen.push(span);
      return work({ note() {}, fail: (failed) => Object.assign(span, { failed }), end() {} });
    },
  };
  return { seen, tracer };
}

function peerFrom(remoteAddress: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), { headers: { traceparent: TRACEPARENT } });
}

it('names the room, never the path, and leaves out what programs ask every few seconds', async () => {
  const { seen, tracer } = recorder();
  const isTrustedPeer = createTrustedPeers(['10.0.0.0/8']);
  const traced = traceRequests(origin, { rooms: [rest], tracer, isTrustedPeer });
  for (const path of ['/rest/v1/tasks?title=eq.Dentist', '/rest/v1/broken', '/health', '/app'])
    await traced.fetch(new Request(`http://localhost${path}`), peerFrom('203.0.113.7'));
  expect(seen.map(({ name, failed }) => [name, failed])).toEqual([
    ['GET /rest/v1', undefined],
    ['GET /rest/v1', '503'],
    ['GET app', undefined],
  ]);
  expect(JSON.stringify(seen)).not.toContain('Dentist');
});

it('goes on with the trace of a configured proxy, and with nobody else’s', async () => {
  const { seen, tracer } = recorder();
  const isTrustedPeer = createTrustedPeers(['10.0.0.0/8']);
  const traced = traceRequests(origin, { rooms: [rest], tracer, isTrustedPeer });
  for (const address of ['203.0.113.7', '::ffff:10.1.2.3'])
    await traced.fetch(new Request('http://localhost/rest/v1'), peerFrom(address));
  expect(seen.map(({ traceparent }) => traceparent)).toEqual([null, TRACEPARENT]);
});
