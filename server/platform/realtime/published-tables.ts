import type { Database, Row } from '../db/database.ts';
import type { DatabaseRole } from '../http/caller.ts';

export interface Column {
  readonly name: string;
  /** PostgreSQL's short type name, as the client converts by it: `int8`, `timestamptz`, `_text`. */
  readonly type: string;
  /** The same type as SQL writes it in a cast. */
  readonly sqlType: string;
  readonly isKey: boolean;
  readonly readableBy: ReadonlySet<DatabaseRole>;
}

export interface PublishedTable {
  readonly schema: string;
  readonly table: string;
  /** null: nobody owns single rows. */
  readonly ownerColumn: string | null;
  readonly hasRowSecurity: boolean;
  /** `replica identity full` */
  readonly publishesWholeOldRow: boolean;
  readonly columns: readonly Column[];
  readonly key: readonly Column[];
}

/** The tables that `realtime.watch` has published, with what each role may read of them. */
export interface PublishedTables {
  find(schema: string, table: string): Promise<PublishedTable | null>;
  all(): Promise<readonly PublishedTable[]>;
  forget(): void;
}

/** Tables, columns and grants change with migrations only, before the server starts; an operator's `grant` is seen within this time. */
const FRESH = 60_000;

interface CatalogueRow extends Row {
  readonly schema: string;
  readonly table: string;
  readonly owner_column: string | null;
  readonly has_row_security: boolean;
  readonly whole_old_row: boolean;
  readonly name: string;
  readonly type: string;
  readonly sql_type: string;
  readonly is_key: boolean;
  readonly readable_by: readonly DatabaseRole[];
}

export function createPublishedTables(database: Database): PublishedTables {
  let loading: Promise<Map<string, PublishedTable>> | null = null;
  let loadedAt = 0;

  function load(): Promise<Map<string, PublishedTable>> {
    if (loading && Date.now() - loadedAt < FRESH) return loading;
    loadedAt = Date.now();
    const attempt = readCatalogue(database);
    loading = attempt;
    // A failure is not remembered: the next caller tries again.
    attempt.catch(() => {
      if (loading === attempt) loading = null;
    });
    return attempt;
  }

  return {
    find: async (schema, table) => (await load()).get(nameOf(schema, table)) ?? null,
    all: async () => [...(await load()).values()],
    forget: () => void (loading = null),
  };
}

async function readCatalogue(database: Database): Promise<Map<string, PublishedTable>> {
  const rows = await database.query<CatalogueRow>(
    `select n.nspname as schema, c.relname as table, p.owner_column, c.relrowsecurity as has_row_security,
       c.relreplident = 'f' as whole_old_row,
       a.attname as name, t.typname as type, format_type(t.oid, null) as sql_type,
       coalesce(a.attnum = any (i.indkey), false) as is_key,
       array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r
             where has_schema_privilege(r, n.oid, 'usage') and has_column_privilege(r, c.oid, a.attnum, 'select')) as readable_by
     from realtime.published p
     join pg_catalog.pg_class c on c.oid = p.relation
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_catalog.pg_type t on t.oid = a.atttypid
     left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
     order by n.nspname, c.relname, a.attnum`,
  );
  const groups = Map.groupBy(rows, ({ schema, table }) => nameOf(schema, table));
  return new Map([...groups].map(([name, columns]) => [name, toTable(columns)]));
}

function toTable(rows: readonly CatalogueRow[]): PublishedTable {
  const [first] = rows;
  if (!first) throw new Error('a published table has columns');
  const columns = rows.map(
    (row): Column => ({
      name: row.name,
      type: row.type,
      sqlType: row.sql_type,
      isKey: row.is_key,
      readableBy: new Set(row.readable_by),
    }),
  );
  return {
    schema: first.schema,
    table: first.table,
    ownerColumn: first.owner_column,
    hasRowSecurity: first.has_row_security,
    publishesWholeOldRow: first.whole_old_row,
    columns,
    key: columns.filter(({ isKey }) => isKey),
  };
}

function nameOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}
