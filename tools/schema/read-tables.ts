import type { Database } from '#server/platform/db/database.ts';

export interface Column {
  readonly name: string;
  /** Name of the type in pg_type, such as `int4` or `_text`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** The database computes it: it cannot be written. */
  readonly generated: boolean;
}

export interface Relationship {
  readonly name: string;
  readonly columns: readonly string[];
  readonly referenced: string;
  readonly referencedColumns: readonly string[];
  readonly isOneToOne: boolean;
}

export interface Table {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
  readonly relationships: readonly Relationship[];
}

/** Tables and views of `public`, with their foreign keys to each other. */
export async function readTables(database: Database): Promise<Table[]> {
  const tables = await database.query<{ oid: number; name: string; is_view: boolean }>(
    `select oid::int4 as oid, relname as name, relkind in ('v', 'm') as is_view from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`,
  );
  return Promise.all(
    tables.map(async ({ oid, name, is_view: isView }) => ({
      name,
      isView,
      columns: await database.query<Column>(COLUMNS, [oid]),
      relationships: await database.query<Relationship>(RELATIONSHIPS, [oid]),
    })),
  );
}

const COLUMNS = `
  select a.attname as name, t.typname as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
  order by a.attname`;

/** One to one where the referencing columns are unique themselves. */
const RELATIONSHIPS = `
  select c.conname as name,
    (select array_agg(attname::text order by at) from unnest(c.conkey) with ordinality k (attnum, at)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns,
    r.relname as referenced,
    (select array_agg(attname::text order by at) from unnest(c.confkey) with ordinality k (attnum, at)
       join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as "referencedColumns",
    exists (
      select from pg_constraint u where u.conrelid = c.conrelid and u.contype in ('p', 'u')
        and u.conkey <@ c.conkey and u.conkey @> c.conkey
    ) as "isOneToOne"
  from pg_constraint c join pg_class r on r.oid = c.confrelid
  where c.conrelid = $1 and c.contype = 'f' and r.relnamespace = 'public'::regnamespace
  order by c.conname`;
