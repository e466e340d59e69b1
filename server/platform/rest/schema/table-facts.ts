import type { Runner } from '../../db/database.ts';

/** Capabilities of a table or view, independent of the caller. */
export interface TableFacts {
  /** True if every caller with SELECT can read every row: not a view, and no row-level security. */
  readonly isOpen: boolean;
  readonly takesInserts: boolean;
  readonly takesUpdates: boolean;
  readonly takesDeletes: boolean;
}

/** By schema and name. */
export type TableFactsMap = ReadonlyMap<string, ReadonlyMap<string, TableFacts>>;

/** Bits of PostgreSQL's command numbers: 2 update, 3 insert, 4 delete; INSTEAD OF triggers of views count as well. */
const FACTS = `
  select n.nspname::text as schema, c.relname::text as name,
         c.relkind in ('r', 'p') and not c.relrowsecurity as "isOpen",
         pg_catalog.pg_relation_is_updatable(c.oid, true) & 8 > 0 as "takesInserts",
         pg_catalog.pg_relation_is_updatable(c.oid, true) & 4 > 0 as "takesUpdates",
         pg_catalog.pg_relation_is_updatable(c.oid, true) & 16 > 0 as "takesDeletes"
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`;

export async function readTableFacts(runner: Runner, schemas: readonly string[]): Promise<TableFactsMap> {
  const rows = await runner.query<TableFacts & { schema: string; name: string }>(FACTS, [schemas]);
  const bySchema = Map.groupBy(rows, ({ schema }) => schema);
  return new Map([...bySchema].map(([schema, tables]) => [schema, new Map(tables.map((t) => [t.name, t]))]));
}
