import type { Database } from '#server/platform/db/database.ts';
import { describeGrants } from './describe-grants.ts';

export interface SchemaText {
  readonly name: string;
  readonly sql: string;
}

/** Every schema that the migrations made or use, `public` last because it rests on the others. */
export async function describeSchemas(database: Database): Promise<SchemaText[]> {
  const schemas = await database.query<{ name: string; acl: string[] | null; owner: string; types: string }>(
    `select n.nspname as name, pg_get_userbyid(n.nspowner) as owner, n.nspacl::text[] as acl,
       coalesce((
         select string_agg(format(E'create type %I.%I as enum (%s);\\n', n.nspname, t.typname, labels), '' order by t.typname)
         from pg_type t, lateral (
           select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) as labels
           from pg_enum where enumtypid = t.oid
         ) e
         where t.typnamespace = n.oid and t.typtype = 'e'
       ), '') as types
     from pg_namespace n
     where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'migrations')
     order by n.nspname = 'public', n.nspname`,
  );
  return schemas.map(({ name, acl, owner, types }) => ({
    name,
    sql: `create schema ${name};\n${describeGrants(`schema ${name}`, owner, [{ acl }])}${types}`,
  }));
}
