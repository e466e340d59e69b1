import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';

import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { migrationFolders } from '#tests/engines/migration-folders.ts';
import { setDefaultGrants } from './default-grants.ts';
import { migrate } from './migrate.ts';

let opened: TestDatabase;
let folder: string;

beforeAll(async () => {
  opened = await testDatabase();
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'grants-')));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** What each API role may do with a table, a sequence and a function of this name. */
async function granted(name: string): Promise<unknown> {
  const [row] = await opened.database.query(
    `select array_agg(r || ':' || has_table_privilege(r, 'public.' || $1, 'select,insert,update,delete') || ','
                      || has_sequence_privilege(r, 'public.' || $1 || '_id_seq', 'usage') || ','
                      || has_function_privilege(r, 'public.' || $1 || '_of()', 'execute') order by r) as all
       from unnest(array['anon', 'authenticated', 'service_role']) r`,
    [name],
  );
  return row?.['all'];
}

const table = (name: string): string => `
  create table public.${name} (id serial primary key);
  create function public.${name}_of() returns int language sql as 'select 1';`;
const NONE = ['anon:false,false,false', 'authenticated:false,false,false', 'service_role:false,false,false'];
const ALL = ['anon:true,true,true', 'authenticated:true,true,true', 'service_role:true,true,true'];

it('grants nothing on what is added, or everything, and never on what a migration adds', async () => {
  const { database } = opened;
  await database.exec(table('before'));
  expect(await granted('before')).toEqual(NONE);

  await setDefaultGrants(database, 'supabase');
  await database.exec(table('wide'));
  expect(await granted('wide')).toEqual(ALL);
  expect(await granted('before')).toEqual(NONE);

  await writeFile(path.join(folder, '0001_added.sql'), table('added'));
  await migrate(database, { folders: [...migrationFolders, folder], log: silentLog });
  expect(await granted('added')).toEqual(NONE);

  await setDefaultGrants(database, 'supabase');
  await setDefaultGrants(database, 'narrow');
  await database.exec(table('after'));
  expect(await granted('after')).toEqual(NONE);
});
