import { z } from 'zod';
import { closeRawSockets, openRaw, type RawSocket } from '#tests/fixtures/raw-socket.ts';
import { removeDataDir, type ServerProcess, startServer, UNLIMITED } from '#tests/worlds/server-process.ts';
import { type Account, addTasks, signUp } from './measure/account.ts';
import { memoryOf, pause, percentile, processorTimeOf, report } from './measure/figures.ts';

/**
 * Live updates: what a change costs the server until its listeners have it, what sockets with presence hold, and
 * whether others feel a storm of presences.
 */
const PEOPLE = 5;
const SOCKETS = 4;
const ROUNDS = 20;
const ROWS = 20;
const IDLE = 2_000;
const STORM = 100;

const browserConfig = z.object({ anonKey: z.string() });

interface Place {
  readonly url: string;
  readonly anonKey: string;
}

async function until(isTrue: () => boolean, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('what was waited for did not come');
    await pause(5);
  }
}

/** Each person listens on several sockets, and rows of tasks are written, changed and deleted in bulk. */
async function changes(server: ServerProcess, place: Place): Promise<void> {
  const people: { account: Account; sockets: RawSocket[] }[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const account = await signUp(place.url, `listener-${n}`);
    const sockets: RawSocket[] = [];
    for (let at = 0; at < SOCKETS; at += 1) {
      const socket = await openRaw(place);
      await socket.join('1', `tasks-${at}`, {
        access_token: account.headers['authorization']?.slice('Bearer '.length),
        config: {
          postgres_changes: [
            { event: '*', schema: 'public', table: 'tasks', filter: `user_id=eq.${account.userId}` },
          ],
        },
      });
      sockets.push(socket);
    }
    people.push({ account, sockets });
  }
  await pause(2_000);
  const used = processorTimeOf(server.pid);
  const begun = performance.now();
  const heard = () =>
    people.flatMap(({ sockets }) => sockets.map((socket) => socket.heard('postgres_changes').length));
  await Promise.all(
    people.map(async ({ account }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const ids = await addTasks(account, ROWS);
        await account.client.from('tasks').update({ title: 'changed' }).in('id', ids).throwOnError();
      }
    }),
  );
  const wanted = ROUNDS * ROWS * 2;
  await until(() => heard().every((count) => count >= wanted));
  const took = performance.now() - begun;
  const events = PEOPLE * SOCKETS * wanted;
  report('changes', {
    events,
    'in seconds': took / 1_000,
    'events in each second': events / (took / 1_000),
    'processor time in ms for a hundred': ((processorTimeOf(server.pid) - used) / events) * 100,
  });
  closeRawSockets();
}

async function idleSockets(server: ServerProcess, place: Place): Promise<void> {
  const before = memoryOf(server.pid);
  for (let n = 0; n < IDLE; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const socket = await openRaw(place);
        const topic = `room-${(n + at) % 200}`;
        await socket.join('1', topic, { config: { presence: { enabled: true, key: `k${n + at}` } } });
        const payload = { name: `somebody ${n + at}`, since: new Date().toISOString(), doing: 'reading' };
        socket.send('1', '2', `realtime:${topic}`, 'presence', { type: 'presence', event: 'track', payload });
      }),
    );
  }
  await pause(3_000);
  report('idle sockets with presence', {
    sockets: IDLE,
    'MB more': memoryOf(server.pid) - before,
    MB: memoryOf(server.pid),
  });
  closeRawSockets();
  await pause(2_000);
}

/** What two others on a topic of their own feel: milliseconds of a broadcast. */
async function latency(place: Place, seconds: number): Promise<number[]> {
  const [from, to] = [await openRaw(place), await openRaw(place)];
  await from.join('1', 'quiet');
  await to.join('1', 'quiet');
  const samples: number[] = [];
  for (let n = 0; n < seconds * 20; n += 1) {
    const sent = performance.now();
    from.send('1', null, 'realtime:quiet', 'broadcast', { type: 'broadcast', event: 'n', payload: { n } });
    while (to.heard('broadcast').length <= n) await new Promise((resolve) => setImmediate(resolve));
    samples.push(performance.now() - sent);
    await pause(50);
  }
  return samples;
}

async function storm(server: ServerProcess, place: Place): Promise<void> {
  const calm = await latency(place, 5);
  const members = await Promise.all(Array.from({ length: STORM }, () => openRaw(place)));
  let bytes = 0;
  let diffs = 0;
  for (const [n, member] of members.entries()) {
    member.socket.on('message', (data: Buffer) => {
      bytes += data.length;
      diffs += 1;
      member.frames.length = 0;
    });
    await member.join('1', 'storm', { config: { presence: { enabled: true, key: `k${n}` } } });
  }
  let isOver = false;
  const used = processorTimeOf(server.pid);
  const begun = performance.now();
  const tracking = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const payload = { x: round, y: Math.random(), name: 'a member of this room' };
      for (const member of members) {
        member.send('1', String(round + 2), 'realtime:storm', 'presence', {
          type: 'presence',
          event: 'track',
          payload,
        });
      }
      await pause(100);
    }
    return members.filter((member) => member.closed() !== null).length;
  })();
  const during = await latency(place, 8);
  isOver = true;
  const cut = await tracking;
  const seconds = (performance.now() - begun) / 1_000;
  report('a storm of presences', {
    members: STORM,
    'changes in each second': STORM * 10,
    'messages in each second': diffs / seconds,
    'MB in each second': bytes / 1e6 / seconds,
    'processor time in ms of each second': (processorTimeOf(server.pid) - used) / seconds,
    'sockets cut': cut,
  });
  for (const [what, samples] of [
    ['calm', calm],
    ['storm', during],
  ] as const) {
    report(`a broadcast of others, ${what}`, {
      'ms p50': percentile(samples, 0.5),
      p99: percentile(samples, 0.99),
    });
  }
  closeRawSockets();
}

const wanted = process.argv.slice(2);
const server = await startServer({ optimises: true, env: UNLIMITED });
try {
  const { anonKey } = browserConfig.parse(await (await fetch(`${server.url}/config.json`)).json());
  const place = { url: server.url, anonKey };
  if (wanted.length === 0 || wanted.includes('changes')) await changes(server, place);
  if (wanted.length === 0 || wanted.includes('idle')) await idleSockets(server, place);
  if (wanted.length === 0 || wanted.includes('storm')) await storm(server, place);
} finally {
  await server.stop();
  await removeDataDir(server.dataDir);
}
