import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { type FolderLock, lockFolder } from '../../platform/db/pglite/folder-lock.ts';
import { holdInstallation } from './hold-installation.ts';

let home: string;
let server: Server;
let config: Config;
let lock: FolderLock;
/** The server's next answers; the last one is repeated. */
let answers: { readonly process: string; readonly was_held: boolean }[];
let asked: string[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-hold-'));
  asked = [];
  server = createServer(({ url = '' }, response) => {
    asked.push(url.slice(url.lastIndexOf('/') + 1));
    const result = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  config = readConfig({ DATA_DIR: home, PORT: String(address.port) });
  mkdirSync(join(home, 'database'));
  lock = lockFolder(join(home, 'database'));
});
afterEach(() => {
  lock.release();
  server.close();
  rmSync(home, { recursive: true });
});

it('accepts a server that held all the time, and releases it', async () => {
  answers = [
    { process: 'one', was_held: false },
    { process: 'one', was_held: true },
  ];
  const held = await holdInstallation(config);
  await held.assertHeld();
  await held.release();
  expect(asked).toEqual(['hold-backup', 'hold-backup', 'release-backup']);
});

it.each([
  ['whose hold has lapsed', { process: 'one', was_held: false }, /Couldn't pause the server in time/],
  ['that was restarted', { process: 'two', was_held: true }, /was restarted/],
])('rejects a copy from a server %s', async (_what, now, message) => {
  answers = [{ process: 'one', was_held: false }, now];
  const held = await holdInstallation(config);
  await expect(held.assertHeld()).rejects.toThrow(message);
  await expect(held.assertHeld()).rejects.toThrow(/Run this again/);
  await held.release();
});
