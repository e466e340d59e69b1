import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { backUp } from '#server/cli/backup/back-up.ts';
import { restore } from '#server/cli/backup/restore.ts';
import { type Config, readConfig } from '#server/config.ts';
import { databasePlace } from '#tests/engines/database.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { makeTask, makeUser } from '#tests/fixtures/factories.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { emptyTwin, type Twin } from './twin.ts';

/** The files of an embedded database are copied as they are, whoever has made its tables. */
const test = it.runIf(inject('postgresUrl') !== null);

const OWN = `
  create table public.notes (id int primary key, task_id uuid references public.tasks, body text);
  alter table public.tasks add color text`;

let home: string;
let place: DatabasePlace;
let config: Config;
let twin: Twin;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-own-'));
  place = await databasePlace();
  config = readConfig({ DATA_DIR: join(home, 'data'), DATABASE_URL: place.place });
  mkdirSync(config.dataDir);
  twin = await emptyTwin({ dataDir: config.dataDir }, join(home, 'twin'));
});
afterEach(async () => {
  await twin.remove();
  await place.remove();
  rmSync(home, { recursive: true });
});

async function asked(address: string, ...statements: string[]): Promise<unknown[]> {
  const database = await openDatabase(address);
  try {
    for (const statement of statements.slice(0, -1)) await database.exec(statement);
    return await database.query(statements.at(-1) ?? '');
  } finally {
    await database.close();
  }
}

test("a backup says what is not Errand's own, and a restore how to go on", async () => {
  const database = await openDatabase(place.place);
  await makeTask(database, await makeUser(database), { title: 'Paint' });
  await database.close();
  const [plain, saved] = [join(home, 'plain'), join(home, 'saved')];
  expect(await backUp(config, { folder: plain })).not.toHaveProperty('warning');

  await asked(
    place.place,
    OWN,
    "update public.tasks set color = 'red'",
    "insert into public.notes select 1, id, 'mine' from public.tasks returning id",
  );
  expect(await backUp(config, { folder: saved })).toMatchObject({
    warning: expect.stringMatching(/^public\.notes, public\.tasks\.color: .* a restore won't create them/),
  });

  const target = readConfig({ DATA_DIR: join(home, 'twin'), DATABASE_URL: twin.database });
  const again = () => restore(target, { folder: saved, erased: 'none' });
  await expect(again()).rejects.toThrow(/public\.notes, public\.tasks\.color.* run this again/);
  await asked(twin.database, OWN, 'select 1');
  await again();
  expect(
    await asked(
      twin.database,
      'select n.body, t.title, t.color from notes n join tasks t on t.id = n.task_id',
    ),
  ).toEqual([{ body: 'mine', title: 'Paint', color: 'red' }]);
});
