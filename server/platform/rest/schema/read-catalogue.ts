import type { Runner } from '../../db/database.ts';
import { ROW_FUNCTIONS, type RowFunctionRow } from './row-functions.ts';
import { SHOWN, type ShownRow, type ViewColumn, viewColumnsOf } from './view-columns.ts';

export interface ColumnRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly base_type: string;
  readonly default: string | null;
}

export interface KeyRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly columns: string[];
  readonly target_schema: string | null;
  readonly target_table: string | null;
  readonly target_columns: string[] | null;
}

export interface RoutineRow {
  readonly schema: string;
  readonly name: string;
  readonly parameter_names: string[];
  readonly parameter_types: string[];
  readonly parameter_modes: string[];
  readonly defaults: number;
  readonly is_variadic: boolean;
  readonly returns_set: boolean;
  readonly is_volatile: boolean;
  readonly return_type: string;
  readonly return_kind: string;
  readonly return_schema: string | null;
  readonly return_table: string | null;
}

export interface CatalogueRows {
  readonly columns: readonly ColumnRow[];
  readonly keys: readonly KeyRow[];
  readonly routines: readonly RoutineRow[];
  readonly rowFunctions: readonly RowFunctionRow[];
  readonly viewColumns: readonly ViewColumn[];
}

/** Skips partitions; they are reached through their parent. */
const COLUMNS = `
  select n.nspname::text as schema, c.relname::text as "table", a.attname::text as name,
         pg_catalog.format_type(a.atttypid, a.atttypmod) as type, base.typname::text as base_type,
         case when a.attidentity <> '' then pg_catalog.format('nextval(%L::regclass)',
                pg_catalog.pg_get_serial_sequence(pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname))
              when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as "default"
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_type base on base.oid = case when t.typbasetype = 0 then t.oid else t.typbasetype end
    left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
   order by n.nspname, c.relname, a.attnum`;

/** Keys of all schemas: views are related by the keys of the tables they show, in whichever schema those are. */
const KEYS = `
  select n.nspname::text as schema, c.relname::text as "table", k.conname::text as name, k.contype::text as kind,
         (select array_agg(a.attname::text order by u.ord) from unnest(k.conkey) with ordinality u(num, ord)
            join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
         fn.nspname::text as target_schema, fc.relname::text as target_table,
         (select array_agg(a.attname::text order by u.ord) from unnest(k.confkey) with ordinality u(num, ord)
            join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as target_columns
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid and not c.relispartition
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_class fc on fc.oid = k.confrelid
    left join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
   where n.nspname not in ('pg_catalog', 'information_schema') and k.contype in ('p', 'u', 'f')
     and (k.contype <> 'f' or not fc.relispartition)
   order by n.nspname, c.relname, k.conname`;

/**
 * Leaves out triggers and functions with internal parameters, which SQL can't call. Type modifier -1 means "any":
 * with null, `format_type` would print `character`, which reads back as a single letter.
 */
const ROUTINES = `
  select n.nspname::text as schema, p.proname::text as name, p.pronargdefaults::int as defaults,
         p.provariadic <> 0 as is_variadic, p.proretset as returns_set, p.provolatile = 'v' as is_volatile,
         t.typname::text as return_type, t.typtype::text as return_kind,
         tn.nspname::text as return_schema, tc.relname::text as return_table,
         coalesce((select array_agg(coalesce(p.proargnames[u.ord], '') order by u.ord)
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, ord)), '{}')
           as parameter_names,
         coalesce((select array_agg(pg_catalog.format_type(u.type, -1) order by u.ord)
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, ord)), '{}')
           as parameter_types,
         coalesce((select array_agg(coalesce(p.proargmodes[u.ord]::text, 'i') order by u.ord)
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, ord)), '{}')
           as parameter_modes
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    join pg_catalog.pg_type t on t.oid = p.prorettype
    left join pg_catalog.pg_class tc on tc.oid = t.typrelid
    left join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
   where n.nspname = any($1::text[]) and p.prokind = 'f'
     and t.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler', 'fdw_handler')
     and not ('internal'::regtype = any(p.proargtypes::oid[]))
   order by n.nspname, p.proname, p.oid`;

/** One round trip, with an empty search path, so that type names are schema-qualified. */
export async function readCatalogue(runner: Runner, schemas: readonly string[]): Promise<CatalogueRows> {
  const [, columns, keys, routines, rowFunctions, shown] = await runner.batch([
    { text: `select set_config('search_path', '', true)` },
    { text: COLUMNS, values: [schemas] },
    { text: KEYS },
    { text: ROUTINES, values: [schemas] },
    { text: ROW_FUNCTIONS, values: [schemas] },
    { text: SHOWN },
  ]);
  if (!columns || !keys || !routines || !rowFunctions || !shown)
    throw new Error('the catalogue was read incompletely');
  // The queries above define the shape of these rows.
  return {
    columns: columns.rows as unknown as ColumnRow[],
    keys: keys.rows as unknown as KeyRow[],
    routines: routines.rows as unknown as RoutineRow[],
    rowFunctions: rowFunctions.rows as unknown as RowFunctionRow[],
    viewColumns: viewColumnsOf(shown.rows as unknown as ShownRow[]),
  };
}
