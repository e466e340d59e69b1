import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeRawSockets, openRaw } from '#tests/fixtures/raw-socket.ts';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

let world: RealtimeWorld;

beforeAll(async () => {
  world = await realtimeWorld();
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
  closeRawSockets();
});
afterAll(() => world.close());

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
    const socket = await openRaw(world);
    const person = await world.person();
    const old = await world.tokenFor(person, -60);
    expect(await socket.join('1', 'a', { access_token: old })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired (60|61) seconds ago$/) },
    });
    const [header, payload] = person.token.split('.');
    const forged = `${header}.${payload}.${person.token.split('.')[2]?.split('').toReversed().join('')}`;
    expect(await socket.join('2', 'a', { access_token: forged })).toMatchObject({
      response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
    });
  });

  it.each([
    [
      'has expired',
      async (person: Person) => world.tokenFor(person, -60),
      /InvalidJWTToken: Token has expired 6\d seconds ago/,
    ],
    [
      'is signed by somebody else',
      async ({ token }: Person) =>
        token.replace(/[^.]+$/, (signature) => signature.split('').toReversed().join('')),
      /JwtSignatureError: Failed to validate JWT signature/,
    ],
    ['is none', async () => 'rubbish', /MalformedJWT: The token provided is not a valid JWT/],
    [
      'claims to be the service, unsigned',
      async () => `${encoded({ alg: 'none' })}.${encoded({ role: 'service_role', exp: 9_999_999_999 })}.`,
      /JWT/,
    ],
  ])(
    'tells the official client CHANNEL_ERROR with the reason, never SUBSCRIBED, of a token that %s',
    async (_what, make, reason) => {
      const person = await world.person();
      const token = await make(person);
      const client = await clientOf(world, person, { accessToken: async () => token });
      const states: [string, string][] = [];
      const channel = client
        .channel('refused', { config: { presence: { enabled: true } } })
        .on('postgres_changes', { event: '*', schema: 'public', table: 'live_things' }, () => {})
        .subscribe((state, error) => states.push([state, error?.message ?? '']));
      await until(() => states.length > 0);
      expect(states).toEqual([['CHANNEL_ERROR', expect.stringMatching(reason)]]);
      expect(channel.state).toBe('errored');
    },
  );

  it('joins nothing with the token that opened the socket, once that has expired', async () => {
    const person = await world.person();
    const topic = `user:${person.id}`;
    await world.sql(`select realtime.send('{"secret": true}', 'x', $1)`, [topic]);
    const socket = await openRaw(world, { apikey: await world.tokenFor(person, 3) });
    const wanted = { config: { private: true, broadcast: { replay: { since: 1 } } } };
    await socket.join('1', topic, wanted);
    await until(() => socket.heard('broadcast').length > 0);
    // Keeps the socket: with its last channel it would be closed.
    await socket.join('open', 'open', { access_token: world.anonKey });
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    expect(await socket.join('2', topic, wanted)).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired \d seconds ago$/) },
    });
    expect(socket.heard('broadcast')).toHaveLength(1);
  });

  it('closes the channel when its token expires, and nothing is sent after it to a socket that others keep', async () => {
    const socket = await openRaw(world);
    const person = await world.person();
    const short = await world.tokenFor(person, 2);
    await socket.join('open', 'open', { access_token: world.anonKey });
    await socket.join('1', 'a', { ...changesOf(person), access_token: short });
    await until(() => socket.frames.some(([, , , event]) => event === 'phx_close'));
    expect(socket.frames.at(-2)?.[4]).toEqual({
      extension: 'system',
      status: 'error',
      message: expect.stringMatching(/^Token has expired [01] seconds ago$/),
      channel: 'a',
    });
    await world.sql('insert into public.live_things values (1, $1)', [person.id]);
    await socket.join('2', 'b');
    expect(socket.frames.filter(([, , , event]) => event === 'postgres_changes')).toEqual([]);
  });

  it('closes the socket when the token of its last channel expires', async () => {
    const socket = await openRaw(world);
    const person = await world.person();
    await socket.join('1', 'a', { access_token: await world.tokenFor(person, 3) });
    await socket.join('2', 'b', { access_token: await world.tokenFor(person, 5) });
    await until(() =>
      socket.frames.some(([, , topic, event]) => `${topic} ${event}` === 'realtime:a phx_close'),
    );
    expect(socket.closed()).toBeNull();
    await until(() => socket.closed() !== null);
    expect(socket.frames.at(-1)).toEqual(['2', '2', 'realtime:b', 'phx_close', {}]);
    expect(socket.closed()).toBe(1008);
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
    const socket = await openRaw(world);
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'live_things' }] };
    await socket.join('1', 'a', { access_token: ann.token, config });
    socket.send('1', '2', 'realtime:a', 'access_token', { access_token: bob.token });
    await socket.join('3', 'b');
    await world.sql('insert into public.live_things values (3, $1), (4, $2)', [ann.id, bob.id]);
    const events = () => socket.frames.filter(([, , , event]) => event === 'postgres_changes');
    await until(() => events().length > 0);
    expect(events().map(([, , , , { data }]) => data)).toMatchObject([{ record: { id: 4 } }]);
  });

  it('ends a private channel whose new token may no longer read it, and one whose new token is bad', async () => {
    const [ann, bob] = [await world.person(), await world.person()];
    const socket = await openRaw(world);
    const mine = `user:${ann.id}`;
    const config = { private: true };
    await socket.join('1', mine, { access_token: ann.token, config });
    socket.send('1', '2', `realtime:${mine}`, 'access_token', { access_token: ann.token });
    socket.send('1', '3', `realtime:${mine}`, 'access_token', { access_token: '' });
    socket.send('1', '4', `realtime:${mine}`, 'access_token', { access_token: 'sb_publishable_x' });
    socket.send('1', '5', `realtime:${mine}`, 'access_token', { access_token: bob.token });
    await until(() => socket.frames.some(([, , , event]) => event === 'phx_close'));
    expect(socket.heard('system').map(({ message }) => message)).toEqual([
      `You no longer have permission to read from this Channel topic: ${mine}`,
    ]);
    await socket.join('6', 'open', { access_token: ann.token });
    socket.send('6', '7', 'realtime:open', 'access_token', { access_token: 'rubbish' });
    await until(() => socket.frames.some(([, ref, , event]) => event === 'phx_close' && ref === '6'));
    expect(socket.frames.at(-2)?.[4]).toMatchObject({ message: 'The token provided is not a valid JWT' });
  });

  it('closes the sockets of a session that has ended, not those of others, and refuses it from then on', async () => {
    const [person, other] = [await world.person(), await world.person()];
    const [ended, kept] = [await openRaw(world), await openRaw(world)];
    await ended.join('1', `user:${person.id}`, { access_token: person.token, config: { private: true } });
    await kept.join('1', 'a', { access_token: other.token });
    world.endSession(person.sessionId);
    await until(() => ended.closed() !== null);
    expect([ended.closed(), kept.closed()]).toEqual([1008, null]);
    expect(ended.frames.at(-1)).toEqual(['1', '1', `realtime:user:${person.id}`, 'phx_close', {}]);
    expect(await kept.join('2', 'b', { access_token: person.token })).toMatchObject({
      status: 'error',
      response: { reason: 'InvalidJWTToken: The session of this token has ended' },
    });
  });
});
