import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { copyTemplate, type DatabasePlace } from '#tests/engines/pglite-template.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite/open-pglite.ts';
import { rewriteTables } from './rewrite-tables.ts';

const MARK = 'quetzal-5519';
let template: DatabasePlace;
let database: Database;

beforeEach(async () => {
  template = await copyTemplate();
  database = await openPglite({ folder: template.place, log: silentLog });
});
afterEach(async () => {
  await database.close();
  await template.remove();
});

/** Database files that contain the word, as seen by someone with a copy of the folder. */
const filesWith = (word: string): string[] =>
  readdirSync(template.place, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(template.place, name);
    return statSync(file).isFile() && readFileSync(file).includes(word);
  });

it('a deleted word is in no file of the embedded database', async () => {
  await database.exec(`
    create table notes (id int primary key, body text);
    insert into notes select n, '${MARK} ' || n from generate_series(1, 20000) n;
    create index on notes (body);
    insert into notes values (0, 'stays');
    analyze notes`);
  // Recycled WAL segments keep their old content.
  await database.exec('checkpoint');
  await database.exec(`update notes set body = body || ' once more' where id > 0; analyze notes`);
  await database.exec('checkpoint');
  await database.exec('delete from notes where id > 0');
  expect(filesWith(MARK).length).toBeGreaterThan(1);

  await rewriteTables(database);
  expect(filesWith(MARK)).toEqual([]);
  expect(await database.query('select body from notes')).toEqual([{ body: 'stays' }]);
  await database.close();
  expect(filesWith(MARK)).toEqual([]);
});
