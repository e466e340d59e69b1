import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../engines/database.ts';

/**
 * Mistakes of a schema that no single test of a table would notice: each query lists the offenders, and there are none.
 * After the linter of hosted Supabase projects ("splinter"), as far as its rules apply here, and rules of our own.
 */

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const OURS = `('public', 'private', 'auth', 'storage', 'realtime', 'rest')`;
const API_ROLES = `('anon', 'authenticated', 'service_role')`;

const LINTS: readonly (readonly [rule: string, offenders: string])[] = [
  [
    'every table has row-level security',
    `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS} and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  ],
  [
    'every table that an API role may touch has a policy',
    `select distinct g.table_schema || '.' || g.table_name from information_schema.column_privileges g
      where g.table_schema in ('public', 'storage', 'realtime') and g.grantee in ('anon', 'authenticated', 'PUBLIC')
        and not exists (select from pg_policies p where (p.schemaname, p.tablename) = (g.table_schema, g.table_name))
        -- Buckets are asked for by the storage room; without a policy the answer is always none.
        and g.table_name <> 'buckets'`,
  ],
  [
    'every policy names the roles that it is for',
    `select policyname from pg_policies where schemaname in ${OURS} and 'public' = any(roles)`,
  ],
  [
    'no policy is for anon',
    `select policyname from pg_policies where schemaname in ${OURS} and 'anon' = any(roles)`,
  ],
  [
    'a policy that lets rows be written says which',
    `select policyname from pg_policies
      where schemaname in ${OURS} and cmd in ('INSERT', 'ALL', 'UPDATE') and coalesce(with_check, qual, 'true') = 'true'`,
  ],
  [
    'at most one policy per role and act: several are joined by OR, and each costs',
    `select p.schemaname || '.' || p.tablename || ' ' || p.cmd from pg_policies p cross join unnest(p.roles) role
      where p.schemaname = 'public' and p.permissive = 'PERMISSIVE' group by p.schemaname, p.tablename, p.cmd, role
      having count(*) > 1`,
  ],
  [
    'policies ask who is calling once per statement, not once per row',
    `select policyname from pg_policies cross join lateral (select coalesce(qual, '') || coalesce(with_check, '')) e(text)
      where schemaname = 'public'
        and regexp_replace(text, 'SELECT auth\\.(uid|jwt|role|email)\\(\\)', '', 'g') ~ 'auth\\.(uid|jwt|role|email)\\(\\)'`,
  ],
  [
    'no policy believes what users write about themselves',
    `select policyname from pg_policies
      where coalesce(qual, '') || coalesce(with_check, '') ~ 'user_metadata'`,
  ],
  [
    'no table is open to updates of all its columns',
    `select c.oid::regclass || ' ' || a.grantee::regrole from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral aclexplode(c.relacl) a
      where n.nspname = 'public' and a.privilege_type = 'UPDATE' and a.grantee <> c.relowner`,
  ],
  [
    'no API role may truncate, reference or attach triggers',
    `select c.oid::regclass || ' ' || r.rolname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join pg_roles r
      where n.nspname in ${OURS} and c.relkind in ('r', 'p') and r.rolname in ${API_ROLES}
        and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger')`,
  ],
  [
    'no API role may create anything',
    `select n.nspname || ' ' || r.rolname from pg_namespace n cross join pg_roles r
      where n.nspname in ${OURS} and r.rolname in ${API_ROLES} and has_schema_privilege(r.oid, n.oid, 'create')`,
  ],
  [
    'no API role gets into the private schema, or reads the tables of accounts',
    `select r.rolname from pg_roles r where r.rolname in ${API_ROLES} and has_schema_privilege(r.oid, 'private', 'usage')
      union all
     select c.oid::regclass || ' ' || r.rolname from pg_class c cross join pg_roles r
      where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p', 'v') and r.rolname in ('anon', 'authenticated')
        and has_any_column_privilege(r.oid, c.oid, 'select, insert, update')`,
  ],
  [
    'every function of ours has a search path that nobody can bend',
    `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${OURS} and not coalesce('search_path=""' = any(p.proconfig), false)`,
  ],
  [
    'no function of ours may be executed by everybody',
    `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${OURS} and has_function_privilege('public', p.oid, 'execute')`,
  ],
  [
    'every view asks with the rights of its reader',
    `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'storage', 'realtime') and (c.relkind = 'm' or c.relkind = 'v'
        and not coalesce(c.reloptions @> '{security_invoker=true}', false))`,
  ],
  [
    'every table has a primary key',
    `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS} and c.relkind in ('r', 'p')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  ],
  [
    'every foreign key of the product has an index for deletions on its other side',
    `select k.conrelid::regclass || ' ' || k.conname from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        -- Beginning with all of its columns, or with one that is rarer than a user.
        and not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
          where i.indrelid = k.conrelid and (
            (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey
            or a.attnum = any(k.conkey) and a.attname <> 'user_id'))`,
  ],
  [
    'no two indexes are the same',
    `select min(i.indexrelid::regclass::text) || ' ' || max(i.indexrelid::regclass::text) from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${OURS}
      group by i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text,
        coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
      having count(*) > 1`,
  ],
  [
    'a row is never named by its id alone, always together with its user',
    `select k.conrelid::regclass || ' ' || k.conname from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and k.confrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'user_id'
          and a.attnum = any(k.conkey))`,
  ],
];

describe('the migrated schema', () => {
  it.each(LINTS)('%s', async (_rule, offenders) => {
    expect((await test.database.query(offenders)).flatMap((row) => Object.values(row))).toEqual([]);
  });

  /** Row-level security decides behind these; a right that no policy could be meant for is not granted at all. */
  it('grants API roles these rights to files, buckets and messages, and no others', async () => {
    const rows = await test.database.query<{ who: string; rights: string }>(
      `select c.oid::regclass || ' ' || r.rolname as who,
              string_agg(lower(a.privilege_type), ' ' order by a.privilege_type) as rights
         from pg_class c cross join lateral aclexplode(c.relacl) a
         left join pg_roles r on r.oid = a.grantee
        where c.relnamespace in ('storage'::regnamespace, 'realtime'::regnamespace) and c.relkind in ('r', 'p', 'v')
          and a.grantee <> c.relowner
        group by c.oid, r.rolname order by 1`,
    );
    const everything = 'delete insert select update';
    expect(Object.fromEntries(rows.map(({ who, rights }) => [who, rights]))).toEqual({
      'realtime.messages anon': 'insert select',
      'realtime.messages authenticated': 'insert select',
      'realtime.messages service_role': 'insert select update',
      'storage.buckets anon': 'select',
      'storage.buckets authenticated': everything,
      'storage.buckets service_role': everything,
      'storage.objects anon': 'select',
      'storage.objects authenticated': everything,
      'storage.objects service_role': everything,
    });
  });

  /** What API roles may call, written down: a function that is not here is callable by nobody but the server. */
  it('lets API roles call these functions, and no others', async () => {
    const rows = await test.database.query<{ call: string; roles: string }>(
      `select n.nspname || '.' || p.proname as call, string_agg(r.rolname, ' ' order by r.rolname) as roles
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join pg_roles r
        where n.nspname in ${OURS} and r.rolname in ${API_ROLES}
          and has_schema_privilege(r.oid, n.oid, 'usage') and has_function_privilege(r.oid, p.oid, 'execute')
        group by p.oid, n.nspname, p.proname order by 1`,
    );
    const everybody = 'anon authenticated service_role';
    expect(Object.fromEntries(rows.map(({ call, roles }) => [call, roles]))).toEqual({
      'auth.email': everybody,
      'auth.jwt': everybody,
      'auth.role': everybody,
      'auth.uid': everybody,
      'public.credit_history': 'authenticated',
      'public.credits_left': 'authenticated',
      'public.end_session': 'authenticated',
      'public.list_sessions': 'authenticated',
      'public.pending_counts': 'authenticated',
      'public.pending_in_order': 'authenticated',
      'public.pending_window': 'authenticated',
      'public.place_tasks': 'authenticated',
      'public.missed_changes': 'authenticated',
      'public.restore': 'authenticated',
      'public.search': 'authenticated',
      'public.set_marketing_consent': 'authenticated',
      'realtime.broadcast_changes': everybody,
      'realtime.send': everybody,
      'realtime.send_binary': everybody,
      'realtime.topic': everybody,
      'rest.out_of_time': everybody,
      'storage.extension': everybody,
      'storage.filename': everybody,
      'storage.foldername': everybody,
      'storage.operation': everybody,
    });
  });
});
