import type { Runner } from '../../db/database.ts';

/**
 * A fingerprint of all definitions that the schema is built from: each change rewrites its row in PostgreSQL's
 * catalogue under a new transaction id. Checking takes a millisecond and no privileges; an event trigger would need a
 * superuser, and never fires in the embedded database.
 */
const STAMP = `
  with namespaces as (select oid from pg_catalog.pg_namespace where nspname = any($1::text[])),
  relations as (
    select c.oid, c.xmin from pg_catalog.pg_class c
     where c.relnamespace in (select oid from namespaces) and c.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  definitions as (
    select 'namespace' as kind, oid, 0 as number, '0'::xid as xmin from namespaces
    union all select 'relation', oid, 0, xmin from relations
    union all select 'column', a.attrelid, a.attnum, a.xmin
      from pg_catalog.pg_attribute a join relations r on r.oid = a.attrelid where a.attnum > 0
    union all select 'default', d.oid, 0, d.xmin from pg_catalog.pg_attrdef d join relations r on r.oid = d.adrelid
    union all select 'view', w.oid, 0, w.xmin from pg_catalog.pg_rewrite w join relations r on r.oid = w.ev_class
    union all select 'constraint', oid, 0, xmin from pg_catalog.pg_constraint
     where connamespace in (select oid from namespaces)
    union all select 'function', oid, 0, xmin from pg_catalog.pg_proc where pronamespace in (select oid from namespaces)
  )
  select count(*) || ':' || coalesce(sum(pg_catalog.hashtextextended(
           pg_catalog.concat_ws('.', kind, oid, number, xmin), 0)::numeric), 0) as stamp
    from definitions`;

export async function readStamp(runner: Runner, schemas: readonly string[]): Promise<string> {
  const [row] = await runner.query<{ stamp: string }>(STAMP, [schemas]);
  if (row === undefined) throw new Error('the catalogue has no stamp');
  return row.stamp;
}
