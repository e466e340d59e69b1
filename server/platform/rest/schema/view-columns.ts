/** A view column that shows a table column unchanged. */
export interface ViewColumn {
  readonly schema: string;
  readonly view: string;
  readonly column: string;
  readonly base: { readonly schema: string; readonly table: string; readonly column: string };
}

export interface ShownRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** By attribute number, including dropped ones. */
  readonly columns: string[];
  /** The query of a view as PostgreSQL stores it; null for a table. */
  readonly definition: string | null;
}

/** Tables and views of all schemas: a view may show a table that is not exposed itself. */
export const SHOWN = `
  select c.oid::text as id, n.nspname::text as schema, c.relname::text as name,
         (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0) as columns,
         (select r.ev_action::text from pg_catalog.pg_rewrite r
           where r.ev_class = c.oid and r.ev_type = '1' and c.relkind in ('v', 'm')) as definition
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'f', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;

interface Origin {
  readonly table: string;
  /** Counted from 1. */
  readonly column: number;
}

/** Traces each view column to its table column, through nested views. Expressions are left out. */
export function viewColumnsOf(rows: readonly ShownRow[]): ViewColumn[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const origins = new Map(rows.map((row) => [row.id, originsIn(row.definition ?? '')]));
  return rows.flatMap((view) =>
    view.columns.flatMap((column, at) => {
      const base =
        view.definition === null ? null : baseOf({ table: view.id, column: at + 1 }, byId, origins);
      return base === null ? [] : [{ schema: view.schema, view: view.name, column, base }];
    }),
  );
}

/** Deeper than any real nesting; replaced views can form a cycle. */
const MAX_VIEWS = 50;

function baseOf(
  start: Origin,
  byId: ReadonlyMap<string, ShownRow>,
  origins: ReadonlyMap<string, ReadonlyMap<number, Origin>>,
): ViewColumn['base'] | null {
  let at: Origin | undefined = start;
  for (let views = 0; views < MAX_VIEWS && at !== undefined; views += 1) {
    const row = byId.get(at.table);
    if (row === undefined) return null;
    if (row.definition === null) {
      const column = row.columns[at.column - 1];
      return column === undefined ? null : { schema: row.schema, table: row.name, column };
    }
    at = origins.get(at.table)?.get(at.column);
  }
  return null;
}

const TOKEN = /\\?[(){}]|(?:\\[^]|[^\s(){}\\])+/g;

/**
 * Parses a stored query: `({QUERY … :targetList ({TARGETENTRY … :resno 1 … :resorigtbl 16384 :resorigcol 1 …}) …})`.
 * Only the entries of the outermost query are columns of the view; a backslash escapes the next character.
 */
export function originsIn(definition: string): ReadonlyMap<number, Origin> {
  const found = new Map<number, Origin>();
  const fields = new Map<string, string>();
  let depth = 0;
  let list = 0;
  let field = '';
  for (const [token] of definition.matchAll(TOKEN)) {
    if (token === '(' || token === '{') {
      depth += 1;
      if (depth === 3 && token === '(' && field === ':targetList') list = depth;
      if (list > 0 && depth === list + 1) {
        fields.clear();
        field = '';
      }
    } else if (token === ')' || token === '}') {
      if (list > 0 && depth === list + 1) keepOrigin(found, fields);
      if (depth === list) list = 0;
      depth -= 1;
    } else if (token.startsWith(':')) {
      if (depth === 2 || depth === list + 1) field = token;
    } else if (list > 0 && depth === list + 1 && !fields.has(field)) {
      fields.set(field, token);
    }
  }
  return found;
}

function keepOrigin(found: Map<number, Origin>, fields: ReadonlyMap<string, string>): void {
  const table = fields.get(':resorigtbl') ?? '0';
  if (table === '0' || fields.get(':resjunk') === 'true') return;
  found.set(Number(fields.get(':resno')), { table, column: Number(fields.get(':resorigcol')) });
}
