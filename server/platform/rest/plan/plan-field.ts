import type { Field } from '../parse/query-tree.ts';
import { columnNotFound } from '../respond/schema-errors.ts';
import type { Table } from '../schema/schema.ts';
import type { PlannedField, RowArgument } from './read-plan.ts';

/** The scope in which the names of one level are resolved. */
export interface Level {
  readonly table: Table;
  readonly alias: string;
  /** Returns the row of this level as a function argument, and records that it is needed. */
  readonly takeRow: () => RowArgument;
}

/** Creates the level of a statement that reads the table itself. */
export const levelOf = (table: Table, alias: string): Level => ({
  table,
  alias,
  takeRow: () => ({ alias, keptRow: null }),
});

export function planField({ table, alias, takeRow }: Level, { column: name, path }: Field): PlannedField {
  const column = table.columns.get(name);
  if (column !== undefined) return { alias, column, computed: null, path };
  const computed = table.computedColumns.get(name);
  if (computed === undefined) throw columnNotFound(table, alias, name);
  return { alias, column: computed, computed: { schema: table.schema, row: takeRow() }, path };
}

/** Returns a field's default key in the answer: the last name of its path. */
export function keyOf({ column, path }: Field): string {
  return path.findLast((step) => !step.isIndex)?.key ?? column;
}
