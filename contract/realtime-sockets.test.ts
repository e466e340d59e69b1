import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { addressOf, closeRawSockets, openRaw, statusOf } from '#tests/fixtures/raw-socket.ts';
import { ALLOWED_ORIGIN, type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import { until } from './realtime-client.ts';

let world: RealtimeWorld;

beforeAll(async () => {
  world = await realtimeWorld({
    socketsPerUser: 3,
    channelsPerSocket: 5,
    messagesPerSecond: 50,
    sendBufferBytes: 256 * 1024,
    firstJoin: 1_000,
    idle: 8_000,
  });
  await world.script(`
    create table public.live_things (id int primary key, user_id uuid not null);
    grant select on public.live_things to authenticated;
    select realtime.watch('public.live_things', 'user_id');
  `);
});
afterEach(closeRawSockets);
afterAll(() => world.close());

describe('opening a socket', () => {
  it('needs a good key, the right path, and a version that is spoken here', async () => {
    expect(await statusOf(addressOf(world))).toBe(101);
    expect(await statusOf(addressOf(world, { apikey: 'bad' }))).toBe(401);
    expect(await statusOf(addressOf(world, { apikey: '' }))).toBe(401);
    expect(await statusOf(addressOf(world, { vsn: '3.0.0' }))).toBe(400);
    expect(await statusOf(addressOf(world).replace('/websocket', '/other'))).toBe(404);
  });

  it('is refused to pages of other origins, and allowed to ours, by any name, and to programs', async () => {
    // As at the address of a home network, which PUBLIC_URL needn't be.
    for (const origin of [ALLOWED_ORIGIN, new URL(world.url).origin])
      expect(await statusOf(addressOf(world), { origin })).toBe(101);
    for (const origin of [
      'https://evil.example',
      `${ALLOWED_ORIGIN}.evil.example`,
      'null',
      'http://errand.example',
      'http://localhost:1',
    ]) {
      expect(await statusOf(addressOf(world), { origin })).toBe(403);
    }
  });
});

describe('messages', () => {
  it('answer a heartbeat, and malformed ones are dropped without harm', async () => {
    const socket = await openRaw(world);
    for (const bad of ['', 'null', '{}', '[]', '[1,2,3,4,5]', '["1","1","realtime:a","phx_join"]', '\u0000'])
      socket.socket.send(bad);
    for (const bad of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9, 9]])
      socket.socket.send(Uint8Array.from(bad));
    socket.send(null, '7', 'phoenix', 'heartbeat', {});
    await until(() => socket.frames.length > 0);
    expect(socket.frames).toEqual([[null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]]);
  });

  it('of 64 KB pass, and one byte more closes the socket', async () => {
    const socket = await openRaw(world);
    const frame = (size: number): string => {
      const empty = JSON.stringify([null, '1', 'phoenix', 'heartbeat', { pad: '' }]);
      return empty.replace('""', `"${'x'.repeat(size - empty.length)}"`);
    };
    socket.socket.send(frame(64 * 1024));
    await until(() => socket.frames.length === 1);
    expect(socket.frames).toHaveLength(1);
    socket.socket.send(frame(64 * 1024 + 1));
    await until(() => socket.closed() !== null);
    expect(socket.closed()).toBe(1009);
  });

  it('that come too fast close the socket', async () => {
    const socket = await openRaw(world);
    for (let n = 0; n < 60; n += 1) socket.send(null, String(n), 'phoenix', 'heartbeat', {});
    await until(() => socket.closed() !== null);
    expect(socket.closed()).toBe(1008);
  });

  it('on a topic that was not joined are refused, and a second join ends the first', async () => {
    const socket = await openRaw(world);
    socket.send(null, '1', 'realtime:a', 'broadcast', { event: 'x', payload: {} });
    await until(() => socket.replyTo('1') !== undefined);
    expect(socket.replyTo('1')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
    await socket.join('2', 'a');
    expect(await socket.join('3', 'a')).toEqual({ status: 'ok', response: { postgres_changes: [] } });
    expect(socket.frames).toContainEqual(['2', '2', 'realtime:a', 'phx_close', {}]);
    socket.send('3', '4', 'realtime:a', 'phx_leave', {});
    await until(() => socket.frames.some(([, ref, , event]) => event === 'phx_close' && ref === '3'));
    expect(socket.replyTo('4')).toEqual({ status: 'ok', response: {} });
  });

  it.each([
    ['realtime:', {}, /^TopicNameRequired: /],
    ['tasks', {}, /^TopicNameRequired: /],
    ['realtime:a', { config: { postgres_changes: 5 } }, /^InvalidJoinPayload: config\.postgres_changes/],
    ['realtime:a', { config: { broadcast: { replay: { since: 1 } } } }, /^UnableToReplayMessages: /],
    ['realtime:a', { config: { presence: { key: 5 } } }, /^InvalidJoinPayload: config\.presence\.key/],
    ['realtime:a', { access_token: 'x' }, /^MalformedJWT: The token provided is not a valid JWT/],
  ])('joining %s with %j is refused with its reason', async (topic, payload, reason) => {
    const socket = await openRaw(world);
    socket.send('1', '1', topic, 'phx_join', payload);
    await until(() => socket.replyTo('1') !== undefined);
    expect(socket.replyTo('1')).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(reason) },
    });
  });

  it('that join a topic which no policy can be asked about are refused', async () => {
    const socket = await openRaw(world);
    expect(await socket.join('1', 'a\u0000', { config: { private: true } })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidTopic: /) },
    });
  });

  it('take booleans as text and lists with gaps in a join', async () => {
    const socket = await openRaw(world);
    const config = {
      private: 'false',
      broadcast: { self: 'true' },
      postgres_changes: [null, { event: '*', schema: 'public', table: 'live_things' }, null],
    };
    const person = await world.person();
    expect(await socket.join('1', 'a', { config, access_token: person.token })).toEqual({
      status: 'ok',
      response: {
        postgres_changes: [{ id: expect.any(Number), event: '*', schema: 'public', table: 'live_things' }],
      },
    });
    socket.send('1', null, 'realtime:a', 'broadcast', { type: 'broadcast', event: 'echo', payload: 1 });
    await until(() => socket.frames.some(([, , , event]) => event === 'broadcast'));
    expect(socket.frames.at(-1)?.[4]).toEqual({ type: 'broadcast', event: 'echo', payload: 1 });
  });
});

describe('limits', () => {
  it('hold for the channels of a socket', async () => {
    const socket = await openRaw(world);
    for (let n = 1; n <= 5; n += 1)
      expect(await socket.join(String(n), `c${n}`)).toMatchObject({ status: 'ok' });
    expect(await socket.join('6', 'c6')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    socket.send('1', '7', 'realtime:c1', 'phx_leave', {});
    await until(() => socket.replyTo('7') !== undefined);
    expect(await socket.join('8', 'c6')).toMatchObject({ status: 'ok' });
  });

  it('hold for the sockets of a user, whatever the session, and not for others', async () => {
    const person = await world.person();
    const held = await Promise.all([openRaw(world), openRaw(world), openRaw(world)]);
    for (const socket of held)
      expect(await socket.join('1', 'a', { access_token: person.token })).toMatchObject({ status: 'ok' });
    const other = await world.tokenFor({ ...person, sessionId: randomUUID() }, 60);
    const fourth = await openRaw(world);
    expect(await fourth.join('1', 'a', { access_token: other })).toEqual({
      status: 'error',
      response: { reason: 'ConnectionRateLimitReached: Too many connected users' },
    });
    expect(await fourth.join('2', 'a', { access_token: (await world.person()).token })).toMatchObject({
      status: 'ok',
    });
    held[0]?.socket.terminate();
    const fifth = await openRaw(world);
    await until(() => held[0]?.closed() !== null);
    expect(await fifth.join('1', 'a', { access_token: person.token })).toMatchObject({ status: 'ok' });
  });

  it('cut a reader that does not read', async () => {
    const slow = await openRaw(world);
    await slow.join('1', 'flood');
    slow.socket.pause();
    for (let n = 0; n < 400 && slow.socket.readyState === WebSocket.OPEN; n += 1) {
      world.broadcaster.send({
        topic: 'flood',
        event: 'x',
        payload: { pad: 'x'.repeat(50_000) },
        private: false,
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const arrived = slow.frames.length;
    slow.socket.resume();
    await until(() => slow.closed() !== null);
    expect(slow.closed()).toBe(1006);
    expect(slow.frames.length - arrived).toBeLessThan(400);
  });

  it('drop a socket that joins nothing, and one that falls silent', async () => {
    const [idle, silent, alive] = await Promise.all([openRaw(world), openRaw(world), openRaw(world)]);
    await silent.join('1', 'a');
    await alive.join('1', 'a');
    const beating = setInterval(() => alive.send(null, '9', 'phoenix', 'heartbeat', {}), 1_000);
    await until(() => idle.closed() !== null, 7_000);
    expect([idle.closed(), silent.closed()]).toEqual([1006, null]);
    await until(() => silent.closed() !== null, 12_000);
    clearInterval(beating);
    expect([silent.closed(), alive.closed()]).toEqual([1006, null]);
  });
});
