import type { Column, ComputedRelation } from './schema.ts';

export interface RowFunctionRow {
  readonly schema: string;
  readonly name: string;
  /** The table or view whose row is the argument. */
  readonly table: string;
  readonly type: string;
  readonly base_type: string;
  readonly returns_set: boolean;
  readonly is_single: boolean;
  readonly return_schema: string | null;
  readonly return_table: string | null;
}

/**
 * Functions whose only argument is a row of a table of the same schema. PostgreSQL would resolve `row.name` to any
 * function on the search path; those of other schemas weren't meant to be exposed.
 */
export const ROW_FUNCTIONS = `
  select n.nspname::text as schema, p.proname::text as name, c.relname::text as "table",
         pg_catalog.format_type(t.oid, -1) as type, base.typname::text as base_type, p.proretset as returns_set,
         not p.proretset or p.prorows = 1 as is_single, rn.nspname::text as return_schema, rc.relname::text as return_table
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type argument on argument.oid = p.proargtypes[0]
    join pg_catalog.pg_class c on c.oid = argument.typrelid and c.relnamespace = n.oid
                              and c.relkind in ('r', 'p', 'v', 'm', 'f')
    join pg_catalog.pg_type t on t.oid = p.prorettype
    join pg_catalog.pg_type base on base.oid = case when t.typbasetype = 0 then t.oid else t.typbasetype end
    left join pg_catalog.pg_class rc on rc.oid = t.typrelid and rc.relkind in ('r', 'p', 'v', 'm', 'f')
    left join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
   where n.nspname = any($1::text[]) and p.prokind = 'f' and p.pronargs = 1 and p.provariadic = 0
     and t.typname not in ('void', 'trigger', 'event_trigger', 'internal')
   order by n.nspname, p.proname, p.oid`;

/** Selects the functions of one table that return a single value, read like columns. */
export function computedColumnsOf(rows: readonly RowFunctionRow[], table: string): Map<string, Column> {
  const single = rows.filter((row) => row.table === table && !row.returns_set);
  return new Map(
    single.map(({ name, type, base_type: base }) => {
      const nature = base === 'json' || base === 'jsonb' ? 'json' : base === 'tsvector' ? 'vector' : 'other';
      return [name, { name, type, nature, default: null }];
    }),
  );
}

/** Selects the functions of one table that return rows of a table, embedded like relations. */
export function computedRelationsOf(
  rows: readonly RowFunctionRow[],
  table: string,
): Map<string, ComputedRelation> {
  const related = rows.filter((row) => row.table === table && row.return_schema === row.schema);
  return new Map(
    related.map((row) => [
      row.name,
      {
        kind: 'computed',
        schema: row.schema,
        routine: row.name,
        origin: table,
        target: row.return_table ?? '',
        isSingle: row.is_single,
      },
    ]),
  );
}
