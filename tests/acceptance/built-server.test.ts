import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, addTasks, signUp } from '../../benchmarks/measure/account.ts';
import { run } from '../../tools/run.ts';
import { removeDataDir, type ServerProcess, startServer, UNLIMITED } from '../worlds/server-process.ts';

let server: ServerProcess;
let account: Account;

beforeAll(async () => {
  // `npm test` has built it, and other tests are starting it: for a moment, a build leaves nothing there to start.
  if (!process.env['SERVER_PROGRAM']) expect(await run('node', ['tools/build-server.ts'])).toBe(0);
  server = await startServer({ program: 'server/build/main.js', env: UNLIMITED });
  account = await signUp(server.url, 'built');
});
afterAll(async () => {
  await server.stop();
  await removeDataDir(server.dataDir);
});

it('answers from its database and with its web app', async () => {
  await addTasks(account, 3);
  const { data } = await account.client.from('tasks').select('title').throwOnError();
  expect(data.length).toBeGreaterThanOrEqual(3);
  const page = await fetch(server.url);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

it('finds its lists and the programs of its children where they are', async () => {
  const guessed = await account.client.auth.updateUser({ password: 'password123' });
  expect(guessed.error?.code).toBe('weak_password');

  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'green' } })
    .png()
    .toBuffer();
  const path = `${account.userId}/${randomUUID()}.png`;
  const bucket = account.client.storage.from('task-attachments');
  const { error } = await bucket.upload(path, picture, { contentType: 'image/png' });
  expect(error).toBe(null);
  const { data } = await bucket.download(path, { transform: { width: 10, height: 10 } });
  expect((await sharp(await data?.arrayBuffer()).metadata()).width).toBe(10);
});
