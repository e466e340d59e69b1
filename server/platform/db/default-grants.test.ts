import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';

import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { migrationFolders } from '#tests/engines/migration-folders.ts';
import { runAsCaller } from './as-caller.ts';
import { DatabaseError } from './database.ts';
import { chooseDefaultGrants, setDefaultGrants } from './default-grants.ts';
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

/** Privileges of each API role on the table, sequence and function of this name. */
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

it('grants nothing on new objects, or everything, and never on those of a migration', async () => {
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

describe('a function in a schema of its own', () => {
  /** True if a visitor may execute it, disregarding the schema. */
  const made = async (name: string): Promise<unknown> => {
    await opened.database.exec(`create schema if not exists shop;
      create function shop.${name}() returns int language sql as 'select 1'`);
    const [row] = await opened.database.query(
      `select has_function_privilege('anon', 'shop.${name}()', 'execute') as may`,
    );
    return row?.['may'];
  };

  it('may be executed by those with usage of the schema, while that is chosen', async () => {
    const { database } = opened;
    expect(await made('before')).toBe(false);
    await setDefaultGrants(database, 'supabase');
    await setDefaultGrants(database, 'supabase');
    expect(await made('wide')).toBe(true);
    // Revokes the grants in public by hand, so that nothing else of the choice is left.
    await database.exec(`alter default privileges in schema public
      revoke all on tables from anon, authenticated, service_role;
      alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
      alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;`);
    await setDefaultGrants(database, 'narrow');
    expect(await made('after')).toBe(false);
  });

  it('may not be executed in a schema of the server', async () => {
    const { database } = opened;
    await setDefaultGrants(database, 'supabase');
    await database.exec(`create function private.peek() returns int language sql as 'select 1'`);
    await setDefaultGrants(database, 'narrow');
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const act = { text: `select set_config('role', $1, true)`, values: [role] };
      await expect(database.batch([act, { text: 'select private.peek()' }])).rejects.toMatchObject({
        code: '42501',
        message: 'permission denied for schema private',
      });
    }
    expect(
      await database.query(`select nspname from pg_namespace, unnest(array['anon', 'authenticated']) r
        where nspname in ('private', 'migrations', 'pgboss') and has_schema_privilege(r, oid, 'usage')`),
    ).toEqual([]);
  });
});

it('lets policies open files to visitors for writing only with wide grants', async () => {
  const { database } = opened;
  const may = () =>
    database.query(`select has_table_privilege('anon', 'storage.objects', p) as may
      from unnest(array['select', 'insert', 'update', 'delete']) p`);
  expect(await may()).toEqual([{ may: true }, { may: false }, { may: false }, { may: false }]);
  await chooseDefaultGrants(database, { grants: 'supabase', log: silentLog });
  expect(await may()).toEqual(Array(4).fill({ may: true }));
});

it('creates the extensions schema and the role that Supabase has, idempotently', async () => {
  const { database } = opened;
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
  await chooseDefaultGrants(database, { grants: 'supabase', log });
  await chooseDefaultGrants(database, { grants: 'supabase', log });
  await database.exec(`
    alter role authenticator set pgrst.db_plan_enabled to 'true';
    alter role authenticator reset pgrst.db_plan_enabled;
    create function extensions.shown() returns int language sql as 'select 1'`);
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const caller = { role, userId: null, sessionId: null, claims: { role }, expiresAt: null };
    const results = await runAsCaller(database, caller, [{ text: 'select shown()' }]);
    expect(results[0]?.rows).toEqual([{ shown: 1 }]);
  }
  expect(warnings).toEqual([]);
  await chooseDefaultGrants(database, { grants: 'narrow', log });
  expect(
    await database.query(`select rolcanlogin, rolinherit from pg_roles where rolname = 'authenticator'`),
  ).toEqual([{ rolcanlogin: false, rolinherit: false }]);
});

it('continues with a warning if the database user may not create roles', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
  const refusing = {
    ...opened.database,
    exec: (sql: string) =>
      sql.includes('create role')
        ? Promise.reject(new DatabaseError('42501', 'permission denied to create role'))
        : opened.database.exec(sql),
  };
  await chooseDefaultGrants(refusing, { grants: 'supabase', log });
  await setDefaultGrants(opened.database, 'narrow');
  expect(warnings).toEqual([expect.stringContaining("isn't allowed to create the role authenticator")]);
});
