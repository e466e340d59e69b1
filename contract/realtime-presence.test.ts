import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeRawSockets, openRaw } from '#tests/fixtures/raw-socket.ts';
import { isLong } from '#tests/long-run.ts';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

/**
 * `team:` is read and written by everybody, `stage:` is watched by everybody and entered by nobody, in `lobby:` one is
 * seen and talks to nobody, `closed:` has broadcasts alone, and `desk:<person>` is that person's.
 */
const POLICIES = `
  create policy team on realtime.messages for all to authenticated
    using (realtime.topic() like 'team:%') with check (realtime.topic() like 'team:%');
  create policy stage on realtime.messages for select to authenticated using (realtime.topic() like 'stage:%');
  create policy lobby on realtime.messages for all to authenticated
    using (realtime.topic() like 'lobby:%' and extension = 'presence')
    with check (realtime.topic() like 'lobby:%' and extension = 'presence');
  create policy closed on realtime.messages for all to authenticated
    using (realtime.topic() like 'closed:%' and extension = 'broadcast')
    with check (realtime.topic() like 'closed:%' and extension = 'broadcast');
  create policy desk on realtime.messages for all to authenticated
    using (realtime.topic() = 'desk:' || auth.uid()::text)
    with check (realtime.topic() = 'desk:' || auth.uid()::text);
`;

let world: RealtimeWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(POLICIES);
  [ann, bob] = [await world.person(), await world.person()];
});
afterEach(async () => {
  await closeClients();
  closeRawSockets();
});
afterAll(() => world.close());

interface Options {
  readonly key?: string;
  readonly private?: boolean;
  readonly vsn?: string;
  readonly url?: string;
}

interface Seen {
  readonly channel: RealtimeChannel;
  /** Such as `+ann:writing` and `-ann:writing`, in the order in which they were heard. */
  readonly heard: string[];
  /** How often the whole was in step with the server. */
  syncs(): number;
}

const saying = (presences: readonly object[]): string =>
  presences
    .map((presence) => String(Reflect.get(presence, 'doing')))
    .toSorted()
    .join('&');

/** On open topics, one process asks no database: only the long run tries that beside a server, too. */
const isHere = inject('postgresUrl') === null || isLong;

async function watching(who: Person | string, topic: string, options: Options = {}): Promise<Seen> {
  const { key = 'x', private: isPrivate = false, ...rest } = options;
  const heard: string[] = [];
  let syncs = 0;
  const client = await clientOf(world, who, rest);
  const channel = client
    .channel(topic, { config: { private: isPrivate, presence: { key } } })
    .on('presence', { event: 'sync' }, () => void (syncs += 1))
    .on('presence', { event: 'join' }, (event) => heard.push(`+${event.key}:${saying(event.newPresences)}`))
    .on('presence', { event: 'leave' }, (event) =>
      heard.push(`-${event.key}:${saying(event.leftPresences)}`),
    );
  await join(channel);
  await until(() => syncs > 0);
  return { channel, heard, syncs: () => syncs };
}

const present = ({ channel }: Seen): Record<string, string> =>
  Object.fromEntries(
    Object.entries(channel.presenceState()).map(([key, presences]) => [key, saying(presences)]),
  );

describe.runIf(isHere)('presence', () => {
  it.each(['2.0.0', '1.0.0'])(
    'is told to all in version %s: who comes, what changes, and who goes',
    async (vsn) => {
      const topic = `room ${vsn}`;
      const [a, b] = [
        await watching(ann, topic, { key: 'ann', vsn }),
        await watching(bob, topic, { key: 'bob', vsn }),
      ];
      expect(present(b)).toEqual({});
      expect(await a.channel.track({ doing: 'reading', nested: { ü: [1, null] } })).toBe('ok');
      await until(() => b.heard.length === 1 && a.heard.length === 1);
      expect([a.heard, b.heard]).toEqual([['+ann:reading'], ['+ann:reading']]);
      expect(b.channel.presenceState()).toEqual({
        ann: [{ presence_ref: expect.any(String), doing: 'reading', nested: { ü: [1, null] } }],
      });
      expect(await a.channel.track({ doing: 'writing' })).toBe('ok');
      await until(() => present(b)['ann'] === 'writing' && b.heard.length === 3);
      expect(b.heard.slice(1)).toEqual(['+ann:writing', '-ann:reading']);
      expect(present(b)).toEqual({ ann: 'writing' });
      expect(await a.channel.untrack()).toBe('ok');
      await until(() => b.heard.length === 4);
      expect(b.heard.at(-1)).toBe('-ann:writing');
      expect(present(b)).toEqual({});
    },
  );

  it('shows a joiner who is there already, and says the same twice to nobody', async () => {
    const a = await watching(ann, 'early', { key: 'ann' });
    await a.channel.track({ doing: 'waiting' });
    const b = await watching(bob, 'early', { key: 'bob' });
    expect(present(b)).toEqual({ ann: 'waiting' });
    expect(b.heard).toEqual(['+ann:waiting']);
    await a.channel.track({ doing: 'waiting' });
    await b.channel.track({ doing: 'end' });
    await until(() => a.heard.length === 2 && b.heard.length === 2);
    expect(a.heard).toEqual(['+ann:waiting', '+bob:end']);
    expect(b.heard).toEqual(['+ann:waiting', '+bob:end']);
  });

  it('has one entry for each tab under one key, and a key of its own for whoever brings none', async () => {
    const [one, two, none] = [
      await watching(ann, 'tabs', { key: 'ann' }),
      await watching(ann, 'tabs', { key: 'ann' }),
      await watching(bob, 'tabs', { key: '' }),
    ];
    await one.channel.track({ doing: 'first' });
    await two.channel.track({ doing: 'second' });
    await none.channel.track({ doing: 'third' });
    await until(() => Object.keys(present(none)).length === 2 && present(none)['ann'] === 'first&second');
    expect(present(none)['ann']).toBe('first&second');
    const [other] = Object.keys(present(one)).filter((key) => key !== 'ann');
    expect(other).toMatch(/^[0-9a-f-]{36}$/);
    await one.channel.unsubscribe();
    await until(() => present(none)['ann'] === 'second');
    expect(present(none)['ann']).toBe('second');
    expect(present(none)[String(other)]).toBe('third');
  });

  it('ends with the channel, with a closed socket, and with a broken one', async () => {
    const watcher = await watching(bob, 'leaving');
    const polite = await watching(ann, 'leaving', { key: 'polite' });
    const closing = await openRaw(world);
    const broken = await openRaw(world);
    for (const [socket, key] of [
      [closing, 'closing'],
      [broken, 'broken'],
    ] as const) {
      await socket.join('1', 'leaving', { config: { presence: { key } } });
      socket.send('1', '2', 'realtime:leaving', 'presence', { event: 'track', payload: { doing: key } });
    }
    await polite.channel.track({ doing: 'polite' });
    await until(() => Object.keys(present(watcher)).length === 3);
    expect(present(watcher)).toEqual({ polite: 'polite', closing: 'closing', broken: 'broken' });
    await polite.channel.unsubscribe();
    await until(() => !('polite' in present(watcher)));
    closing.socket.close();
    await until(() => !('closing' in present(watcher)));
    broken.socket.terminate();
    await until(() => !('broken' in present(watcher)));
    expect(watcher.heard.slice(-3)).toEqual(['-polite:polite', '-closing:closing', '-broken:broken']);
    expect(present(watcher)).toEqual({});
  });

  it('begins for whoever shows itself, also where the join did not ask for it', async () => {
    const a = await watching(ann, 'late', { key: 'ann' });
    await a.channel.track({ doing: 'early' });
    const socket = await openRaw(world);
    await socket.join('1', 'late', { config: { presence: { key: 'late', enabled: false } } });
    socket.send('1', '2', 'realtime:late', 'presence', {
      type: 'presence',
      event: 'TRACK',
      payload: { doing: 'x' },
    });
    await until(() => socket.heard('presence_state').length > 0);
    expect(socket.replyTo('2')).toEqual({ status: 'ok', response: {} });
    expect(socket.heard('presence_state')).toMatchObject([
      { ann: { metas: [{ doing: 'early' }] }, late: { metas: [{ doing: 'x' }] } },
    ]);
  });

  it('tells what a change replaces, and lets nobody choose a reference', async () => {
    const socket = await openRaw(world);
    await socket.join('1', 'refs', { config: { presence: { key: '__proto__', enabled: true } } });
    for (const [ref, n] of [
      ['2', 1],
      ['3', 2],
    ] as const) {
      socket.send('1', ref, 'realtime:refs', 'presence', {
        event: 'track',
        payload: { n, phx_ref: 'mine', phx_ref_prev: 'mine too' },
      });
      await until(() => socket.heard('presence_diff').length === n);
    }
    const [first, second] = socket.heard('presence_diff').map((diff) => JSON.stringify(diff));
    const ref = /"n":1,"phx_ref":"([^"]+)"/.exec(first ?? '')?.[1];
    expect(first).toBe(`{"joins":{"__proto__":{"metas":[{"n":1,"phx_ref":"${ref}"}]}},"leaves":{}}`);
    expect(second).toMatch(
      new RegExp(`"joins":.*"n":2,"phx_ref":"[^"]+","phx_ref_prev":"${ref}".*"leaves":.*"phx_ref":"${ref}"`),
    );
    expect(`${first}${second}`).not.toContain('mine');
  });
});

describe('presence on private topics', () => {
  it('is read and written where the policies say so', async () => {
    const [a, b] = [
      await watching(ann, 'team:1', { key: 'ann', private: true }),
      await watching(bob, 'team:1', { key: 'bob', private: true }),
    ];
    expect(await a.channel.track({ doing: 'here' })).toBe('ok');
    await until(() => b.heard.length > 0);
    expect(present(b)).toEqual({ ann: 'here' });
  });

  it('is watched without the right to be there', async () => {
    const a = await watching(ann, 'stage:1', { key: 'ann', private: true });
    expect(await a.channel.track({ doing: 'intruding' })).toBe('error');
    const b = await watching(bob, 'stage:1', { private: true });
    expect([present(a), present(b)]).toEqual([{}, {}]);
  });

  it('lets somebody in who may be seen and may hear no broadcast', async () => {
    const [a, b] = [
      await watching(ann, 'lobby:1', { key: 'ann', private: true }),
      await watching(bob, 'lobby:1', { key: 'bob', private: true }),
    ];
    const broadcasts: unknown[] = [];
    b.channel.on('broadcast', { event: '*' }, (message) => broadcasts.push(message));
    world.broadcaster.send({ topic: 'lobby:1', event: 'secret', payload: {}, private: true });
    expect(await a.channel.track({ doing: 'here' })).toBe('ok');
    await until(() => b.heard.length > 0);
    expect(present(b)).toEqual({ ann: 'here' });
    expect(broadcasts).toEqual([]);
    const deaf = (await clientOf(world, ann)).channel('lobby:1', { config: { private: true } });
    await expect(join(deaf)).rejects.toThrow('Unauthorized: You do not have permissions to read');
  });

  it('is told to nobody who may hear broadcasts alone', async () => {
    const [a, b] = [await openRaw(world), await openRaw(world)];
    for (const [socket, person] of [
      [a, ann],
      [b, bob],
    ] as const) {
      const config = { private: true, presence: { enabled: true, key: person.id } };
      expect(await socket.join('1', 'closed:1', { config, access_token: person.token })).toMatchObject({
        status: 'ok',
      });
    }
    a.send('1', '2', 'realtime:closed:1', 'presence', { event: 'track', payload: {} });
    await until(() => a.replyTo('2') !== undefined);
    expect(a.replyTo('2')).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^Unauthorized: /) },
    });
    // The service may do everything. Once it has heard of itself, so would the others have.
    const service = await openRaw(world, { apikey: world.serviceRoleKey });
    await service.join('1', 'closed:1', {
      config: { private: true, presence: { enabled: true, key: 'service' } },
    });
    await until(() => service.heard('presence_state').length > 0);
    service.send('1', '2', 'realtime:closed:1', 'presence', { event: 'track', payload: {} });
    await until(() => service.heard('presence_diff').length > 0);
    expect(service.heard('presence_diff')).toMatchObject([{ joins: { service: {} } }]);
    world.broadcaster.send({ topic: 'closed:1', event: 'end', payload: {}, private: true });
    await until(() => b.heard('broadcast').length > 0);
    expect(b.heard('broadcast')).toHaveLength(1);
    expect([...b.heard('presence_state'), ...b.heard('presence_diff')]).toEqual([]);
  });

  it("shows nothing of somebody's own topic to others: not by its name, not by the public one", async () => {
    const topic = `desk:${ann.id}`;
    const own = await watching(ann, topic, { key: 'ann', private: true });
    const outside = await watching(bob, topic, { key: 'bob' });
    const intruder = (await clientOf(world, bob)).channel(topic, { config: { private: true } });
    await expect(join(intruder.on('presence', { event: 'sync' }, () => {}))).rejects.toThrow('Unauthorized');
    await own.channel.track({ doing: 'private' });
    await outside.channel.track({ doing: 'outside' });
    await until(() => own.heard.length > 0 && outside.heard.length > 0);
    expect([present(own), present(outside)]).toEqual([{ ann: 'private' }, { bob: 'outside' }]);
  });

  it('ends with the right to it, when the token becomes another', async () => {
    const socket = await openRaw(world);
    const config = { private: true, presence: { enabled: true, key: 'k' } };
    await socket.join('1', `desk:${ann.id}`, { config, access_token: ann.token });
    socket.send('1', '2', `realtime:desk:${ann.id}`, 'presence', {
      event: 'track',
      payload: { doing: 'here' },
    });
    const watcher = await watching(ann, `desk:${ann.id}`, { private: true });
    expect(present(watcher)).toEqual({ k: 'here' });
    socket.send('1', '3', `realtime:desk:${ann.id}`, 'access_token', { access_token: bob.token });
    await until(() => watcher.heard.length === 2);
    expect(watcher.heard).toEqual(['+k:here', '-k:here']);
  });
});

describe.runIf(isHere)('what a presence may be', () => {
  it('is a map of at most 4 KB', async () => {
    const { channel } = await watching(ann, 'sizes', { key: 'ann' });
    expect(await channel.track(JSON.parse('[1]'))).toBe('error');
    expect(await channel.track({ pad: 'x'.repeat(4_096) })).toBe('error');
    expect(await channel.track({ pad: 'x'.repeat(4_000) })).toBe('ok');
    expect(channel.state).toBe('joined');
    const socket = await openRaw(world);
    await socket.join('1', 'sizes');
    socket.send('1', '2', 'realtime:sizes', 'presence', { event: 'vanish' });
    socket.send('1', '3', 'realtime:sizes', 'presence', { event: 'track', payload: 5 });
    socket.send('1', '4', 'realtime:sizes', 'presence', {});
    await until(() => socket.replyTo('4') !== undefined);
    expect(['2', '3', '4'].map((ref) => socket.replyTo(ref))).toMatchObject([
      { status: 'error', response: { reason: 'UnknownPresenceEvent: vanish' } },
      { status: 'error', response: { reason: 'Presence track payload must be a map' } },
      { status: 'error', response: { reason: expect.stringMatching(/^InvalidPresencePayload: /) } },
    ]);
  });
});

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('presence in two processes', () => {
  const elsewhere = () => ({ url: world.second.url });

  it('is told to all in both: who comes, what changes, and who goes', async () => {
    const here = await watching(ann, 'both', { key: 'ann' });
    const there = await watching(bob, 'both', { key: 'bob', ...elsewhere() });
    await here.channel.track({ doing: 'reading' });
    await until(() => there.heard.length === 1);
    await there.channel.track({ doing: 'listening' });
    await until(() => here.heard.length === 2);
    expect(present(here)).toEqual({ ann: 'reading', bob: 'listening' });
    await here.channel.track({ doing: 'writing' });
    await until(() => present(there)['ann'] === 'writing');
    expect(present(there)).toEqual({ ann: 'writing', bob: 'listening' });
    await here.channel.untrack();
    await until(() => !('ann' in present(there)));
    expect(present(there)).toEqual({ bob: 'listening' });
  });

  it('is shown to a joiner, also where nobody had joined the topic', async () => {
    const long = 'x'.repeat(3_900);
    for (const key of ['one', 'two', 'three']) {
      const member = await watching(ann, 'alone', { key });
      await member.channel.track({ doing: `${key}${long}` });
    }
    const joiner = await watching(bob, 'alone', { key: 'bob', ...elsewhere() });
    await until(() => Object.keys(present(joiner)).length === 3);
    expect(present(joiner)).toEqual({ one: `one${long}`, two: `two${long}`, three: `three${long}` });
  });

  it('is asked for where a change was missed, and ends with a process that is heard no more', async () => {
    const says = (piece: number, content: object) =>
      world.sql("select pg_notify('realtime_presence', $1)", [
        `another:${piece}:0:1:${JSON.stringify(content)}`,
      ]);
    const meta = (key: string, doing: string) => ({
      key,
      ref: key,
      text: JSON.stringify({ doing, phx_ref: key }),
    });
    const watcher = await watching(bob, 'missed', { key: 'bob' });
    const change = { type: 'change', topic: 'public:missed', leave: null };
    await says(1, { ...change, version: 1, join: meta('first', 'known') });
    await until(() => watcher.heard.length === 1);
    await says(2, { ...change, version: 3, join: meta('third', 'out of order') });
    const all = [meta('second', 'missed'), meta('third', 'there')];
    await says(3, { type: 'state', version: 3, present: { 'public:missed': all } });
    await until(() => watcher.heard.length > 2);
    expect(present(watcher)).toEqual({ second: 'missed', third: 'there' });
    await until(() => Object.keys(present(watcher)).length === 0);
    expect(present(watcher)).toEqual({});
  });
});
