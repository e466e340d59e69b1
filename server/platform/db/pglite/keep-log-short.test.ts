import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { copyTemplate, type DatabasePlace } from '#tests/engines/pglite-template.ts';
import type { Database } from '../database.ts';
import { shortenLog } from './keep-log-short.ts';
import { openPglite } from './open-pglite.ts';

let template: DatabasePlace;
let database: Database;

beforeEach(async () => {
  template = await copyTemplate();
  database = await openPglite({ folder: template.place, log: silentLog });
  await database.exec('create table notes (body text)');
});
afterEach(async () => {
  await database.close();
  await template.remove();
});

const MB = 1024 * 1024;
const logFiles = (): number =>
  readdirSync(join(template.place, 'pg_wal')).filter((name) => name.length === 24).length;
/** Writes 10 MB of rows and deletes them; they remain in the WAL. */
const write = () =>
  database.exec("insert into notes select repeat('x', 1000) from generate_series(1, 10000); truncate notes");

it('the log of a busy database stays short, unless a backup needs it', async () => {
  for (let round = 0; round < 8; round++) {
    await write();
    await shortenLog(database, { longerThan: 16 * MB, isHeld: () => false });
  }
  expect(logFiles()).toBeLessThanOrEqual(4);
  for (let round = 0; round < 6; round++) {
    await write();
    expect(await shortenLog(database, { longerThan: 16 * MB, isHeld: () => true })).toBe(false);
  }
  expect(logFiles()).toBeGreaterThan(4);
  expect(await shortenLog(database, { longerThan: 16 * MB, isHeld: () => false })).toBe(true);
  expect(await shortenLog(database, { longerThan: 16 * MB, isHeld: () => false })).toBe(false);
});
