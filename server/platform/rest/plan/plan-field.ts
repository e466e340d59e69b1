import type { Field } from '../parse/query-tree.ts';
import { columnNotFound } from '../respond/schema-errors.ts';
import type { Table } from '../schema/schema.ts';
import type { PlannedField } from './read-plan.ts';

export function planField(table: Table, alias: string, { column: name, path }: Field): PlannedField {
  const column = table.columns.get(name);
  if (column === undefined) throw columnNotFound(table, alias, name);
  return { alias, column, path };
}

/** The key of a field in the answer, where no alias is given: the last name of its path. */
export function keyOf({ column, path }: Field): string {
  return path.findLast((step) => !step.isIndex)?.key ?? column;
}
