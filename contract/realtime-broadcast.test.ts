import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

/** `desk:<person>` is that person's; `hall:` may be read by everybody and written by nobody; `broken:` has a policy that fails. */
const POLICIES = `
  create policy own_desk on realtime.messages for all to authenticated
    using (realtime.topic() = 'desk:' || auth.uid()::text)
    with check (realtime.topic() = 'desk:' || auth.uid()::text);
  create policy hall on realtime.messages for select to authenticated using (realtime.topic() like 'hall:%');
  create policy broken on realtime.messages for select to authenticated
    using (case when realtime.topic() like 'broken:%' then realtime.topic()::uuid = auth.uid() else false end);
`;

let world: RealtimeWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(POLICIES);
  [ann, bob] = [await world.person(), await world.person()];
});
afterEach(closeClients);
afterAll(() => world.close());

interface Heard {
  readonly event: string;
  readonly payload: unknown;
  readonly meta?: { id: string; replayed?: boolean };
}

interface Options {
  readonly topic?: string;
  readonly private?: boolean;
  readonly self?: boolean;
  readonly ack?: boolean;
  readonly replay?: { since: number; limit?: number };
  readonly vsn?: string;
  readonly url?: string;
}

async function channelOf(
  who: Person | string,
  options: Options = {},
): Promise<{ channel: RealtimeChannel; heard: Heard[] }> {
  const {
    topic = 'square',
    private: isPrivate = false,
    self = false,
    ack = false,
    replay,
    ...rest
  } = options;
  const client = await clientOf(world, who, rest);
  const heard: Heard[] = [];
  const channel = client
    .channel(topic, { config: { private: isPrivate, broadcast: { self, ack, ...(replay && { replay }) } } })
    .on('broadcast', { event: '*' }, ({ event, payload, meta }) => {
      heard.push({ event, payload, ...(meta && { meta }) });
    });
  return { channel, heard };
}

async function joined(who: Person | string, options: Options = {}) {
  const member = await channelOf(who, options);
  await join(member.channel);
  return member;
}

const numberIn = (payload: unknown): unknown => Reflect.get(Object(payload), 'n');

const say = (channel: RealtimeChannel, event: string, payload: unknown) =>
  channel.send({ type: 'broadcast', event, payload });

describe('broadcast between clients', () => {
  it.each([
    ['2.0.0', '2.0.0'],
    ['2.0.0', '1.0.0'],
    ['1.0.0', '2.0.0'],
    ['1.0.0', '1.0.0'],
  ])('from version %s to version %s arrives whole, and not at the sender', async (from, to) => {
    const [a, b] = [await joined(ann, { vsn: from }), await joined(bob, { vsn: to })];
    await say(a.channel, 'Grüße', { text: '🎉 ünï', n: 1 });
    await until(() => b.heard.length > 0);
    expect(b.heard).toEqual([{ event: 'Grüße', payload: { text: '🎉 ünï', n: 1 } }]);
    expect(a.heard).toEqual([]);
  });

  it('keeps the order of one sender', async () => {
    const [a, b] = [await joined(ann), await joined(bob)];
    for (let n = 0; n < 50; n += 1) void say(a.channel, 'n', n);
    await until(() => b.heard.length === 50);
    expect(b.heard.map(({ payload }) => payload)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('comes back to a sender that asked for its own messages', async () => {
    const { channel, heard } = await joined(ann, { self: true });
    await say(channel, 'echo', 1);
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ event: 'echo', payload: 1 }]);
  });

  it('is acknowledged where that was asked for', async () => {
    const { channel } = await joined(ann, { ack: true });
    expect(await say(channel, 'counted', {})).toBe('ok');
  });

  it('carries bytes between clients of version 2; version 1 cannot be told', async () => {
    const [a, b, old] = [await joined(ann), await joined(bob), await joined(bob, { vsn: '1.0.0' })];
    await say(a.channel, 'bytes', Uint8Array.from([0, 255, 1]).buffer);
    await say(a.channel, 'end', {});
    await until(() => b.heard.length === 2 && old.heard.length > 0);
    const [first] = b.heard;
    expect(first?.payload instanceof ArrayBuffer && [...new Uint8Array(first.payload)]).toEqual([0, 255, 1]);
    expect(old.heard.map(({ event }) => event)).toEqual(['end']);
  });

  // Earlier clients cannot ask for it.
  it.runIf(process.env['SUPABASE_JS'] === undefined)(
    'is answered with an error where it is to be stored, and told to nobody',
    async () => {
      const options = { topic: `desk:${ann.id}`, private: true };
      const [a, b] = [await joined(ann, { ...options, ack: true }), await joined(ann, options)];
      const kept = { type: 'broadcast', event: 'kept', payload: {}, persist: true } as const;
      expect(await a.channel.send(kept)).toBe('Storing a message is not supported');
      await say(a.channel, 'end', {});
      await until(() => b.heard.length > 0);
      expect(b.heard.map(({ event }) => event)).toEqual(['end']);
    },
  );

  it('does not leave its topic, and a public topic is another one than the private of that name', async () => {
    const topic = `desk:${ann.id}`;
    const [desk, outsider] = [await joined(ann, { topic, private: true }), await joined(bob, { topic })];
    const [writer, elsewhere] = [
      await joined(ann, { topic, private: true }),
      await joined(bob, { topic: 'other' }),
    ];
    await say(writer.channel, 'secret', {});
    await say(outsider.channel, 'fake', {});
    await until(() => desk.heard.length > 0);
    await say(elsewhere.channel, 'unrelated', {});
    expect(desk.heard.map(({ event }) => event)).toEqual(['secret']);
    expect(outsider.heard).toEqual([]);
  });
});

describe('private topics', () => {
  it.each([
    ['somebody else', () => bob, () => `desk:${ann.id}`],
    ['a visitor', () => world.anonKey, () => `desk:${ann.id}`],
    ['anybody where no policy speaks', () => ann, () => 'attic'],
    ['anybody where the policy fails', () => ann, () => 'broken:x'],
  ])('refuse %s', async (_who, who, topic) => {
    const { channel } = await channelOf(who(), { topic: topic(), private: true });
    await expect(join(channel)).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic()}`,
    );
  });

  it('drop what a reader without the right to write sends, and say so to whoever asks for an answer', async () => {
    const options = { topic: 'hall:1', private: true };
    const [a, b] = [await joined(ann, { ...options, ack: true }), await joined(bob, options)];
    const quiet = await joined(ann, options);
    expect(await say(a.channel, 'graffiti', {})).toBe('error');
    expect(await say(quiet.channel, 'graffiti', {})).toBe('ok');
    world.broadcaster.send({ topic: 'hall:1', event: 'notice', payload: {}, private: true });
    await until(() => b.heard.length > 0);
    expect(b.heard.map(({ event }) => event)).toEqual(['notice']);
  });

  it('let visitors in where a policy is for them', async () => {
    await world.script(`create policy square on realtime.messages to anon
      using (realtime.topic() = 'square') with check (realtime.topic() = 'square')`);
    const options = { topic: 'square', private: true };
    const [a, b] = [
      await joined(world.anonKey, { ...options, ack: true }),
      await joined(world.anonKey, options),
    ];
    expect(await say(a.channel, 'hello', {})).toBe('ok');
    await until(() => b.heard.length > 0);
    expect(b.heard.map(({ event }) => event)).toEqual(['hello']);
  });

  it('leave no probe rows behind', async () => {
    await joined(ann, { topic: `desk:${ann.id}`, private: true });
    expect(await world.sql('select count(*)::int as n from realtime.messages')).toEqual([{ n: 0 }]);
  });
});

describe('broadcast from the server', () => {
  const text = 'ü🎉'.repeat(10_000);

  async function sendMany(topic: string): Promise<void> {
    world.broadcaster.send({ topic, event: 'long', payload: { text }, private: true });
    for (let n = 0; n < 100; n += 1) {
      world.broadcaster.send({ topic, event: 'n', payload: { n }, private: true });
    }
  }

  it('reaches the private topic in order', async () => {
    const { heard } = await joined(ann, { topic: 'hall:2', private: true });
    await sendMany('hall:2');
    await until(() => heard.length === 101);
    expect(heard.map(({ event }) => event)).toEqual(['long', ...Array<string>(100).fill('n')]);
    expect(heard.slice(1).map(({ payload }) => payload)).toEqual(
      Array.from({ length: 100 }, (_, n) => ({ n })),
    );
  });

  // The embedded database serves one process only.
  it.runIf(process.env['TEST_DATABASE'] === 'postgres')(
    'reaches the members in other processes too, once and whole',
    async () => {
      const options = { topic: 'hall:3', private: true };
      const near = await joined(ann, options);
      const far = await joined(ann, { ...options, url: world.second.url });
      await sendMany('hall:3');
      world.second.broadcaster.send({ topic: 'hall:3', event: 'back', payload: {}, private: true });
      await until(() => far.heard.length === 102 && near.heard.length === 102);
      expect(far.heard.filter(({ event }) => event !== 'back')).toEqual(
        near.heard.filter(({ event }) => event !== 'back'),
      );
      expect(near.heard.filter(({ event }) => event === 'back')).toHaveLength(1);
    },
  );
});

describe('broadcast over HTTP', () => {
  it("reaches the members, the sender's own channel too", async () => {
    const { channel, heard } = await joined(ann);
    expect(await channel.httpSend('mail ü/?', { a: 1 })).toEqual({ success: true });
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ event: 'mail ü/?', payload: { a: 1 } }]);
  });

  it('asks the policies on a private topic', async () => {
    const topic = `desk:${ann.id}`;
    const { channel, heard } = await joined(ann, { topic, private: true });
    const { channel: foreign } = await channelOf(bob, { topic, private: true });
    await expect(foreign.httpSend('intrusion', {})).rejects.toThrow('Unauthorized');
    expect(await channel.httpSend('own', {})).toEqual({ success: true });
    await until(() => heard.length > 0);
    expect(heard.map(({ event }) => event)).toEqual(['own']);
  });

  it('takes a batch and skips the private messages that are not allowed', async () => {
    const { heard } = await joined(ann, { topic: `desk:${ann.id}`, private: true });
    const open = await joined(bob);
    const message = (topic: string, event: string, isPrivate: boolean) => ({
      topic,
      event,
      payload: {},
      private: isPrivate,
    });
    const response = await post('/api/broadcast', bob.token, {
      messages: [message(`desk:${ann.id}`, 'no', true), message('square', 'yes', false)],
    });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    await until(() => open.heard.length > 0);
    expect(open.heard.map(({ event }) => event)).toEqual(['yes']);
    expect(heard).toEqual([]);
  });

  it.each(['a\u0000', '\ud800'])(
    'refuses the topic %j, which no policy can be asked about',
    async (topic) => {
      const messages = [{ topic, event: 'x', payload: {}, private: true }];
      expect((await post('/api/broadcast', ann.token, { messages })).status).toBe(422);
    },
  );

  it('refuses a topic with NUL in its address', async () => {
    expect((await post('/api/broadcast/a%00/events/x?private=true', ann.token, {})).status).toBe(422);
  });

  it.each(['persist=true', 'persist[ttl]=60'])('refuses to store what it sends (%s)', async (persist) => {
    const path = `/api/broadcast/desk:${ann.id}/events/x?private=true&${persist}`;
    const answer = await post(path, ann.token, {});
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { error: 'Storing a message is not supported' },
    ]);
  });

  it('refuses a bad token, a body without its fields, and other content types', async () => {
    expect((await post('/api/broadcast', 'bad', { messages: [] })).status).toBe(401);
    const missing = await post('/api/broadcast', ann.token, { messages: [{ topic: 'a' }] });
    expect(missing.status).toBe(422);
    expect(await missing.json()).toHaveProperty('errors.messages');
    const asText = await fetch(`${world.url}/realtime/v1/api/broadcast/a/events/b`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(asText.status).toBe(415);
    expect((await post('/api/broadcast/a/events/b', ann.token, { x: 'y'.repeat(70_000) })).status).toBe(413);
  });

  const post = (path: string, token: string, body: unknown) =>
    fetch(`${world.url}/realtime/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
});

describe('broadcast from SQL', () => {
  it('reaches the topic with the id under which it is stored', async () => {
    const { heard } = await joined(ann, { topic: `desk:${ann.id}`, private: true });
    await world.sql(`select realtime.send('{"a": 1}', 'done', $1)`, [`desk:${ann.id}`]);
    await until(() => heard.length > 0);
    const id = heard[0]?.meta?.id;
    expect(heard).toEqual([{ event: 'done', payload: { a: 1, id }, meta: { id } }]);
    expect(await world.sql('select topic from realtime.messages where id = $1', [id])).toHaveLength(1);
  });

  it('is replayed to those who join a private topic later and ask for it', async () => {
    const topic = `desk:${bob.id}`;
    for (const n of [1, 2, 3]) await world.sql(`select realtime.send($1, 'n', $2)`, [{ n }, topic]);
    const { heard } = await joined(bob, {
      topic,
      private: true,
      replay: { since: Date.now() - 60_000, limit: 2 },
    });
    await until(() => heard.filter(({ meta }) => meta?.replayed).length === 2);
    await world.sql(`select realtime.send('{"n": 4}', 'n', $1)`, [topic]);
    await until(() => heard.some(({ payload }) => numberIn(payload) === 4));
    const told = heard.map(({ payload, meta }) => [numberIn(payload), meta?.replayed]);
    // The first may still have been on its way when the channel was joined.
    expect(told.filter(([n]) => n !== 1)).toEqual([
      [2, true],
      [3, true],
      [4, undefined],
    ]);
  });
});
