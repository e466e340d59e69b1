import type { Table } from '../schema/schema.ts';

/** PostgreSQL truncates longer names silently. */
export const MAX_IDENTIFIER_BYTES = 63;

/**
 * Returns the SQL alias of an embedded table: its name and depth, as the contract's error messages show it, unless
 * taken.
 */
export function freshAlias(table: string, depth: number, taken: ReadonlySet<string>): string {
  const wanted = `${table}_${depth}`;
  const base = Buffer.byteLength(wanted) > MAX_IDENTIFIER_BYTES - 4 ? `embedded_${depth}` : wanted;
  let alias = base;
  for (let copy = 2; taken.has(alias); copy += 1) alias = `${base}_${copy}`;
  return alias;
}

/** Returns a column name that the table doesn't have. */
export function freshColumn(wanted: string, { columns }: Pick<Table, 'columns'>): string {
  return columns.has(wanted) ? freshColumn(`${wanted}_`, { columns }) : wanted;
}
