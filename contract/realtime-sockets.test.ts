import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ALLOWED_ORIGIN, type RealtimeWorld, realtimeWorld } from '#tests/realtime-world.ts';
import type { Person } from '#tests/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

let world: RealtimeWorld;
const sockets: WebSocket[] = [];

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
    create policy own on realtime.messages for select to authenticated
      using (realtime.topic() = 'user:' || auth.uid()::text);
    create table public.live_things (id int primary key, user_id uuid not null);
    alter table public.live_things enable row level security;
    create policy own on public.live_things to authenticated using (user_id = auth.uid());
    grant select on public.live_things to authenticated;
    select realtime.watch('public.live_things', 'user_id');
  `);
});
afterEach(async () => {
  await closeClients();
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => world.close());

type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
];

interface Raw {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  send(...frame: Frame): void;
  /** Close code; null while open. */
  closed(): number | null;
}

function address(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ apikey: world.anonKey, vsn: '2.0.0', ...parameters });
  return `${world.url.replace('http', 'ws')}/realtime/v1/websocket?${query.toString()}`;
}

/** The HTTP status with which an upgrade is answered. */
function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url, { headers });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

async function raw(): Promise<Raw> {
  const socket = new WebSocket(address());
  sockets.push(socket);
  const frames: Frame[] = [];
  let code: number | null = null;
  socket.on('message', (text: Buffer) => frames.push(JSON.parse(text.toString())));
  socket.on('close', (closeCode) => void (code = closeCode));
  await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return { socket, frames, send: (...frame) => socket.send(JSON.stringify(frame)), closed: () => code };
}

const replyTo = ({ frames }: Raw, ref: string) =>
  frames.find(([, to, , event]) => to === ref && event === 'phx_reply')?.[4];

async function rawJoin(socket: Raw, ref: string, topic: string, payload: object = {}): Promise<unknown> {
  socket.send(ref, ref, `realtime:${topic}`, 'phx_join', { ...payload });
  await until(() => replyTo(socket, ref) !== undefined);
  return replyTo(socket, ref);
}

describe('opening a socket', () => {
  it('needs a good key, the right path, and a version that is spoken here', async () => {
    expect(await statusOf(address())).toBe(101);
    expect(await statusOf(address({ apikey: 'bad' }))).toBe(401);
    expect(await statusOf(address({ apikey: '' }))).toBe(401);
    expect(await statusOf(address({ vsn: '3.0.0' }))).toBe(400);
    expect(await statusOf(address().replace('/websocket', '/other'))).toBe(404);
  });

  it('is refused to pages of other origins, and allowed to ours and to programs', async () => {
    expect(await statusOf(address(), { origin: ALLOWED_ORIGIN })).toBe(101);
    for (const origin of [
      'https://evil.example',
      `${ALLOWED_ORIGIN}.evil.example`,
      'null',
      'http://errand.example',
    ]) {
      expect(await statusOf(address(), { origin })).toBe(403);
    }
  });
});

describe('messages', () => {
  it('answer a heartbeat, and malformed ones are dropped without harm', async () => {
    const socket = await raw();
    for (const bad of ['', 'null', '{}', '[]', '[1,2,3,4,5]', '["1","1","realtime:a","phx_join"]', '\u0000'])
      socket.socket.send(bad);
    for (const bad of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9, 9]])
      socket.socket.send(Uint8Array.from(bad));
    socket.send(null, '7', 'phoenix', 'heartbeat', {});
    await until(() => socket.frames.length > 0);
    expect(socket.frames).toEqual([[null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]]);
  });

  it('of 64 KB pass, and one byte more closes the socket', async () => {
    const socket = await raw();
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
    const socket = await raw();
    for (let n = 0; n < 60; n += 1) socket.send(null, String(n), 'phoenix', 'heartbeat', {});
    await until(() => socket.closed() !== null);
    expect(socket.closed()).toBe(1008);
  });

  it('on a topic that was not joined are refused, and a second join ends the first', async () => {
    const socket = await raw();
    socket.send(null, '1', 'realtime:a', 'broadcast', { event: 'x', payload: {} });
    await until(() => replyTo(socket, '1') !== undefined);
    expect(replyTo(socket, '1')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
    await rawJoin(socket, '2', 'a');
    expect(await rawJoin(socket, '3', 'a')).toEqual({ status: 'ok', response: { postgres_changes: [] } });
    expect(socket.frames).toContainEqual(['2', '2', 'realtime:a', 'phx_close', {}]);
    socket.send('3', '4', 'realtime:a', 'phx_leave', {});
    await until(() => socket.frames.some(([, ref, , event]) => event === 'phx_close' && ref === '3'));
    expect(replyTo(socket, '4')).toEqual({ status: 'ok', response: {} });
  });

  it.each([
    ['realtime:', {}, /^TopicNameRequired: /],
    ['tasks', {}, /^TopicNameRequired: /],
    ['realtime:a', { config: { postgres_changes: 5 } }, /^InvalidJoinPayload: config\.postgres_changes/],
    ['realtime:a', { config: { broadcast: { replay: { since: 1 } } } }, /^UnableToReplayMessages: /],
    ['realtime:a', { config: { presence: { enabled: true } } }, /^PresenceDisabled: /],
    ['realtime:a', { access_token: 'x' }, /^MalformedJWT: The token provided is not a valid JWT/],
  ])('joining %s with %j is refused with its reason', async (topic, payload, reason) => {
    const socket = await raw();
    socket.send('1', '1', topic, 'phx_join', payload);
    await until(() => replyTo(socket, '1') !== undefined);
    expect(replyTo(socket, '1')).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(reason) },
    });
  });

  it('take booleans as text and lists with gaps in a join', async () => {
    const socket = await raw();
    const config = {
      private: 'false',
      broadcast: { self: 'true' },
      postgres_changes: [null, { event: '*', schema: 'public', table: 'live_things' }, null],
    };
    const person = await world.person();
    expect(await rawJoin(socket, '1', 'a', { config, access_token: person.token })).toEqual({
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
    const socket = await raw();
    for (let n = 1; n <= 5; n += 1)
      expect(await rawJoin(socket, String(n), `c${n}`)).toMatchObject({ status: 'ok' });
    expect(await rawJoin(socket, '6', 'c6')).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    socket.send('1', '7', 'realtime:c1', 'phx_leave', {});
    await until(() => replyTo(socket, '7') !== undefined);
    expect(await rawJoin(socket, '8', 'c6')).toMatchObject({ status: 'ok' });
  });

  it('hold for the sockets of a user, whatever the session, and not for others', async () => {
    const person = await world.person();
    const held = await Promise.all([raw(), raw(), raw()]);
    for (const socket of held)
      expect(await rawJoin(socket, '1', 'a', { access_token: person.token })).toMatchObject({ status: 'ok' });
    const other = await world.tokenFor({ ...person, sessionId: crypto.randomUUID() }, 60);
    const fourth = await raw();
    expect(await rawJoin(fourth, '1', 'a', { access_token: other })).toEqual({
      status: 'error',
      response: { reason: 'ConnectionRateLimitReached: Too many connected users' },
    });
    expect(await rawJoin(fourth, '2', 'a', { access_token: (await world.person()).token })).toMatchObject({
      status: 'ok',
    });
    held[0]?.socket.terminate();
    const fifth = await raw();
    await until(() => held[0]?.closed() !== null);
    expect(await rawJoin(fifth, '1', 'a', { access_token: person.token })).toMatchObject({ status: 'ok' });
  });

  it('cut a reader that does not read', async () => {
    const slow = await raw();
    await rawJoin(slow, '1', 'flood');
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
    const [idle, silent, alive] = await Promise.all([raw(), raw(), raw()]);
    await rawJoin(silent, '1', 'a');
    await rawJoin(alive, '1', 'a');
    const beating = setInterval(() => alive.send(null, '9', 'phoenix', 'heartbeat', {}), 1_000);
    await until(() => idle.closed() !== null, 7_000);
    expect([idle.closed(), silent.closed()]).toEqual([1006, null]);
    await until(() => silent.closed() !== null, 12_000);
    clearInterval(beating);
    expect([silent.closed(), alive.closed()]).toEqual([1006, null]);
  });
});

describe('the end of a token or a session', () => {
  const changesOf = (person: Person) => ({
    access_token: person.token,
    config: {
      postgres_changes: [
        { event: '*', schema: 'public', table: 'live_things', filter: `user_id=eq.${person.id}` },
      ],
    },
  });

  it('refuses an expired token and one of another server', async () => {
    const socket = await raw();
    const person = await world.person();
    const old = await world.tokenFor(person, -60);
    expect(await rawJoin(socket, '1', 'a', { access_token: old })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired (60|61) seconds ago$/) },
    });
    const [header, payload] = person.token.split('.');
    const forged = `${header}.${payload}.${person.token.split('.')[2]?.split('').toReversed().join('')}`;
    expect(await rawJoin(socket, '2', 'a', { access_token: forged })).toMatchObject({
      response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
    });
  });

  it('closes the channel when its token expires, and nothing is sent after it', async () => {
    const socket = await raw();
    const person = await world.person();
    const short = await world.tokenFor(person, 2);
    await rawJoin(socket, '1', 'a', { ...changesOf(person), access_token: short });
    await until(() => socket.frames.some(([, , , event]) => event === 'phx_close'));
    expect(socket.frames.at(-2)?.[4]).toEqual({
      extension: 'system',
      status: 'error',
      message: expect.stringMatching(/^Token has expired [01] seconds ago$/),
      channel: 'a',
    });
    await world.sql('insert into public.live_things values (1, $1)', [person.id]);
    await rawJoin(socket, '2', 'b');
    expect(socket.frames.filter(([, , , event]) => event === 'postgres_changes')).toEqual([]);
  });

  it('goes on with a fresh token, as the official client sends it', async () => {
    const person = await world.person();
    let token = await world.tokenFor(person, 3);
    const client = await clientOf(world, person, { accessToken: async () => token });
    const seen: unknown[] = [];
    const channel = client
      .channel('refreshed')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'live_things' }, (change) =>
        seen.push(change.new),
      );
    await join(channel, 'Subscribed to PostgreSQL');
    token = await world.tokenFor(person, 60);
    await client.realtime.setAuth();
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(channel.state).toBe('joined');
    await world.sql('insert into public.live_things values (2, $1)', [person.id]);
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ id: 2, user_id: person.id }]);
  });

  it("changes whose events are sent when the token becomes somebody else's", async () => {
    const [ann, bob] = [await world.person(), await world.person()];
    const socket = await raw();
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'live_things' }] };
    await rawJoin(socket, '1', 'a', { access_token: ann.token, config });
    socket.send('1', '2', 'realtime:a', 'access_token', { access_token: bob.token });
    await rawJoin(socket, '3', 'b');
    await world.sql('insert into public.live_things values (3, $1), (4, $2)', [ann.id, bob.id]);
    const events = () => socket.frames.filter(([, , , event]) => event === 'postgres_changes');
    await until(() => events().length > 0);
    expect(events().map(([, , , , { data }]) => data)).toMatchObject([{ record: { id: 4 } }]);
  });

  it('ends a private channel whose new token may no longer read it, and one whose new token is bad', async () => {
    const [ann, bob] = [await world.person(), await world.person()];
    const socket = await raw();
    const mine = `user:${ann.id}`;
    const config = { private: true };
    await rawJoin(socket, '1', mine, { access_token: ann.token, config });
    socket.send('1', '2', `realtime:${mine}`, 'access_token', { access_token: ann.token });
    socket.send('1', '3', `realtime:${mine}`, 'access_token', { access_token: '' });
    socket.send('1', '4', `realtime:${mine}`, 'access_token', { access_token: 'sb_publishable_x' });
    socket.send('1', '5', `realtime:${mine}`, 'access_token', { access_token: bob.token });
    await until(() => socket.frames.some(([, , , event]) => event === 'phx_close'));
    expect(
      socket.frames.filter(([, , , event]) => event === 'system').map(([, , , , { message }]) => message),
    ).toEqual([`You no longer have permission to read from this Channel topic: ${mine}`]);
    await rawJoin(socket, '6', 'open', { access_token: ann.token });
    socket.send('6', '7', 'realtime:open', 'access_token', { access_token: 'rubbish' });
    await until(() => socket.frames.some(([, ref, , event]) => event === 'phx_close' && ref === '6'));
    expect(socket.frames.at(-2)?.[4]).toMatchObject({ message: 'The token provided is not a valid JWT' });
  });

  it('closes the sockets of a session that has ended, not those of others, and refuses it from then on', async () => {
    const [person, other] = [await world.person(), await world.person()];
    const [ended, kept] = [await raw(), await raw()];
    await rawJoin(ended, '1', `user:${person.id}`, { access_token: person.token, config: { private: true } });
    await rawJoin(kept, '1', 'a', { access_token: other.token });
    world.endSession(person.sessionId);
    await until(() => ended.closed() !== null);
    expect([ended.closed(), kept.closed()]).toEqual([1008, null]);
    expect(ended.frames.at(-1)).toEqual(['1', '1', `realtime:user:${person.id}`, 'phx_close', {}]);
    expect(await rawJoin(kept, '2', 'b', { access_token: person.token })).toMatchObject({
      status: 'error',
      response: { reason: 'InvalidJWTToken: The session of this token has ended' },
    });
  });
});
