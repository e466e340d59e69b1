import type { RowsType } from '../parse/parse-accept.ts';

/**
 * The rows of `_rows` as one text: a JSON array, or CSV. PostgreSQL's own formatting goes to the client untouched.
 * Aggregates alone, so that it can stand beside a count of the rows.
 */
export function bodySql({ shape, stripNulls }: RowsType): string {
  if (shape === 'csv') return CSV;
  const row = stripNulls ? 'json_strip_nulls(row_to_json(_rows.*))' : '_rows.*';
  return `coalesce(json_agg(${row}), '[]')::text`;
}

/** The names of the columns are those of any row, so that no rows have no names. */
const HEADER =
  `(SELECT string_agg(CASE WHEN _key ~ '[",\\r\\n]' THEN '"' || replace(_key, '"', '""') || '"' ELSE _key END, ',')` +
  ` FROM json_object_keys(min(row_to_json(_rows.*)::text)::json) AS _key)`;
/** A row as text is CSV in parentheses, except that it doubles backslashes. With a star, since a column may have its name. */
const ROW = '(_rows.*)::text';
const LINE = String.raw`replace(substring(${ROW}, 2, length(${ROW}) - 2), '\\', '\')`;
const CSV = String.raw`coalesce(${HEADER}, '') || E'\n' || coalesce(string_agg(${LINE}, E'\n'), '')`;
