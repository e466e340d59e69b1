import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { diskOf, fill, hasSmallDisks, makeRoom, onSmallDisk } from '#tests/engines/disks/small-disk.ts';
import {
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { addTask, type Person, register, signUp, visitor } from './person.ts';

/** Where a machine has none, the same is asked of the parts: guard-disk.test.ts, full-disk.test.ts in the platform. */
const test = it.runIf(hasSmallDisks() && inject('postgresUrl') === null);
const FULL =
  'The server’s disk is full, so nothing was saved. You can still read everything. Please try again later.';
/** On a machine that is busy with other things. */
const SOON = { timeout: 60_000 };

let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  dataDir = await freshDataDir();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeDataDir(dataDir);
});

const start = (size: string) =>
  startServer({ dataDir, env: { ...UNLIMITED, LOG_LEVEL: 'warn' }, through: onSmallDisk(size) });
const health = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/health`);
  return { status: response.status, body: await response.json() };
};
const upload = ({ client, id }: Person, name: string, bytes: number) =>
  client.storage
    .from('task-attachments')
    .upload(`${id}/${name.padEnd(24, 'x')}.txt`, new Blob(['a'.repeat(bytes)], { type: 'text/plain' }));
const insert = ({ client, id }: Person, title: string) => client.from('tasks').insert({ title, user_id: id });

/** Leaves again what it has joined. */
async function joined({ client, id }: Person): Promise<string> {
  const channel = client.channel(`user:${id}`, { config: { private: true } });
  try {
    return await new Promise((resolve) => channel.subscribe((status) => resolve(status)));
  } finally {
    await client.removeAllChannels();
  }
}

async function broadcast({ id, token }: Person, url: string): Promise<[number, unknown]> {
  const response = await fetch(`${url}/realtime/v1/api/broadcast/user:${id}/events/x?private=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return [response.status, await response.json()];
}

test('a full disk is said in each room, is read, loses nothing, and is forgotten once there is room', async () => {
  server = await start('600m');
  const running = server;
  const disk = diskOf(server.pid, dataDir);
  const { anonKey } = z
    .object({ anonKey: z.string() })
    .parse(await (await fetch(`${server.url}/config.json`)).json());
  const site = { url: server.url, anonKey };
  const person = await signUp(site);
  const task = await addTask(person, 'Before');
  expect(await health(server)).toEqual({ status: 200, body: { status: 'ok' } });

  fill(disk, 110_000_000);
  await vi.waitFor(
    async () => expect(await health(running)).toEqual({ status: 200, body: { status: 'ok', disk: 'low' } }),
    SOON,
  );
  expect(server.output()).toContain('the disk of the data folder is nearly full');

  const acknowledged: string[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 0; isWriting; n++) {
      const title = `${writer}/${n} ${'x'.repeat(200)}`;
      if ((await insert(person, title)).error === null) acknowledged.push(title);
    }
  });
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(30), SOON);
  fill(disk, 0);
  await vi.waitFor(
    async () =>
      expect(await health(running)).toEqual({ status: 200, body: { status: 'degraded', disk: 'full' } }),
    SOON,
  );
  await sleep(1_000);
  isWriting = false;
  await Promise.all(writers);
  fill(disk, 0);

  const refused = await insert(person, 'In vain');
  expect(refused).toMatchObject({ status: 507, error: { code: '53100', message: FULL } });
  for (const bytes of [100, 5_000_000]) {
    expect((await upload(person, `large-${bytes}`, bytes)).error).toMatchObject({
      message: FULL,
      statusCode: '507',
    });
  }
  expect((await register(visitor(site), 'late@example.org')).error).toMatchObject({
    status: 507,
    message: FULL,
  });
  const delegated = await fetch(`${server.url}/functions/v1/delegate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: task, ai_task_type: 'answer' }),
  });
  expect([delegated.status, await delegated.json()]).toEqual([
    507,
    { code: 'insufficient_storage', message: FULL },
  ]);
  expect((await person.client.from('tasks').select('title').eq('title', 'Before')).data).toHaveLength(1);
  // The channel of the app: the policies that let its user hear it are asked, and nothing is written for that.
  expect(await joined(person)).toBe('SUBSCRIBED');
  expect(await broadcast(person, server.url)).toEqual([507, { message: FULL }]);
  const quietFrom = server.output().length;
  await sleep(3_000);
  expect(server.output().slice(quietFrom)).toBe('');

  makeRoom(disk);
  await vi.waitFor(async () => expect((await insert(person, 'After')).error).toBeNull(), SOON);
  expect((await upload(person, 'after', 5_000_000)).error).toBeNull();
  expect(await health(server)).toEqual({ status: 200, body: { status: 'ok' } });
  const kept = new Set<string>();
  for (let from = 0; ; from += 1000) {
    const { data } = await person.client
      .from('tasks')
      .select('title')
      .order('id')
      .range(from, from + 999);
    for (const { title } of data ?? []) kept.add(title);
    if ((data?.length ?? 0) < 1000) break;
  }
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  expect(server.output()).not.toMatch(/EIO|Aborted/);
  const errors = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  expect(errors.filter((line) => !line.includes('the disk of the data folder is full'))).toEqual([]);
});

test('a first start without the room for it says so, and where', async () => {
  await expect(start('60m')).rejects.toThrow(
    new RegExp(`DATA_DIR: the disk of ${dataDir} has only \\d+ MB left, too little for a first start`),
  );
});
