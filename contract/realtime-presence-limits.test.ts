import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeRawSockets, openRaw, type RawSocket } from '#tests/fixtures/raw-socket.ts';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import { until } from './realtime-client.ts';

let world: RealtimeWorld;
/** One in which silence is not borne for long. */
let impatient: RealtimeWorld;

beforeAll(async () => {
  world = await realtimeWorld({
    presencesPerTenSeconds: 40,
    presencesPerTopic: 20,
    presenceBytesPerTopic: 4_000,
  });
  impatient = await realtimeWorld({ idle: 3_000 });
});
afterEach(closeRawSockets);
afterAll(async () => {
  await world.close();
  await impatient.close();
});

async function member(topic: string, key: string, place = world): Promise<RawSocket> {
  const socket = await openRaw(place);
  await socket.join('1', topic, { config: { presence: { enabled: true, key } } });
  await until(() => socket.heard('presence_state').length > 0);
  return socket;
}

function track(socket: RawSocket, topic: string, ref: string, payload: object): void {
  socket.send('1', ref, `realtime:${topic}`, 'presence', { type: 'presence', event: 'track', payload });
}

async function answerOf(socket: RawSocket, ref: string): Promise<unknown> {
  await until(() => socket.replyTo(ref) !== undefined);
  return socket.replyTo(ref);
}

const full = {
  status: 'error',
  response: { reason: 'PresenceLimitReached: Too many are present on this topic' },
};

describe('a topic', () => {
  it('has so many presences and no more, until one leaves', async () => {
    const members = await Promise.all(Array.from({ length: 21 }, (_, n) => member('many', `k${n}`)));
    for (const socket of members.slice(0, 20)) {
      track(socket, 'many', '2', {});
      expect(await answerOf(socket, '2')).toMatchObject({ status: 'ok' });
    }
    const [first, last] = [members[0], members[20]];
    if (!first || !last) throw new Error('there are 21');
    track(last, 'many', '2', {});
    expect(await answerOf(last, '2')).toEqual(full);
    track(first, 'many', '3', { changed: true });
    expect(await answerOf(first, '3')).toMatchObject({ status: 'ok' });
    first.socket.terminate();
    await until(() => JSON.stringify(last.heard('presence_diff').at(-1)?.['leaves']).includes('k0'));
    track(last, 'many', '3', {});
    expect(await answerOf(last, '3')).toMatchObject({ status: 'ok' });
  });

  it('holds so many bytes of them and no more, also when one grows', async () => {
    const [a, b] = [await member('large', 'a'), await member('large', 'b')];
    track(a, 'large', '2', { pad: 'x'.repeat(3_000) });
    track(b, 'large', '2', { pad: 'x' });
    expect([await answerOf(a, '2'), await answerOf(b, '2')]).toMatchObject([
      { status: 'ok' },
      { status: 'ok' },
    ]);
    track(b, 'large', '3', { pad: 'x'.repeat(1_000) });
    expect(await answerOf(b, '3')).toEqual(full);
    track(a, 'large', '3', { pad: '' });
    track(b, 'large', '4', { pad: 'x'.repeat(1_000) });
    await answerOf(a, '3');
    expect(await answerOf(b, '4')).toMatchObject({ status: 'ok' });
  });
});

describe('a client', () => {
  it('that changes too often loses its channel, and its presence with it', async () => {
    const [fast, watcher] = [await member('fast', 'fast'), await member('fast', 'watcher')];
    track(fast, 'fast', '2', {});
    await until(() => watcher.heard('presence_diff').length > 0);
    for (let n = 0; n < 40; n += 1) track(fast, 'fast', String(n + 3), { n });
    await until(() => fast.frames.some(([, , , event]) => event === 'phx_close'));
    expect(fast.heard('system').map(({ message }) => message)).toEqual([
      'Client presence rate limit exceeded',
    ]);
    expect(fast.closed()).toBeNull();
    await until(() => watcher.heard('presence_diff').some(({ leaves }) => 'fast' in Object(leaves)));
    const joiner = await member('fast', 'joiner');
    expect(joiner.heard('presence_state')).toEqual([{}]);
  });

  it('that changes all the time is told of together with the others, and every listener ends with the truth', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, (_, n) => member('storm', `k${n}`)));
    for (let round = 0; round < 30; round += 1) {
      for (const socket of members) track(socket, 'storm', String(round + 2), { round });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const state = (socket: RawSocket): Record<string, unknown> => {
      const metas = new Map<string, unknown>();
      for (const [, , , event, payload] of socket.frames) {
        const joins =
          event === 'presence_diff' ? payload['joins'] : event === 'presence_state' ? payload : {};
        for (const [key, value] of Object.entries(Object(joins))) metas.set(key, value);
      }
      return Object.fromEntries(metas);
    };
    const isTold = (socket: RawSocket): boolean =>
      Object.values(state(socket)).filter((value) => JSON.stringify(value).includes('"round":29')).length ===
      10;
    await until(() => members.every(isTold));
    expect(members.map(isTold)).toEqual(members.map(() => true));
    // 300 changes, and nobody was told of each.
    for (const socket of members) expect(socket.heard('presence_diff').length).toBeLessThan(100);
  });

  it('that is gone without a word is not there any more once its silence is too long', async () => {
    const watcher = await member('silent', 'watcher', impatient);
    const beating = setInterval(() => watcher.send(null, '9', 'phoenix', 'heartbeat', {}), 500);
    const gone = await member('silent', 'gone', impatient);
    track(gone, 'silent', '2', {});
    await until(() => watcher.heard('presence_diff').length === 1);
    gone.socket.pause();
    await until(() => watcher.heard('presence_diff').length === 2, 15_000);
    clearInterval(beating);
    expect(watcher.heard('presence_diff').at(-1)?.['leaves']).toHaveProperty('gone');
  });
});
