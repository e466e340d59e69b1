import type { RowsType } from '../parse/parse-accept.ts';

/**
 * Aggregates `_rows` into one JSON array, or CSV. PostgreSQL's own formatting goes to the client untouched, so that the
 * statement is run with `keepsJson`: a cast to text would copy all of it twice.
 * Uses only aggregates, so that it can be selected next to a row count.
 */
export function bodySql({ shape, stripNulls }: RowsType): string {
  if (shape === 'csv') return CSV;
  const row = stripNulls ? 'json_strip_nulls(row_to_json(_rows.*))' : '_rows.*';
  return `coalesce(json_agg(${row}), '[]')`;
}

/** Takes the column names from any row, so an empty result has no header. */
const HEADER =
  `(SELECT string_agg(CASE WHEN _key ~ '[",\\r\\n]' THEN '"' || replace(_key, '"', '""') || '"' ELSE _key END, ',')` +
  ` FROM json_object_keys(min(row_to_json(_rows.*)::text)::json) AS _key)`;
/**
 * A row cast to text is CSV in parentheses, except that backslashes are doubled. `.*`, since a column may be named
 * `_rows`.
 */
const ROW = '(_rows.*)::text';
const LINE = String.raw`replace(substring(${ROW}, 2, length(${ROW}) - 2), '\\', '\')`;
const CSV = String.raw`coalesce(${HEADER}, '') || E'\n' || coalesce(string_agg(${LINE}, E'\n'), '')`;
