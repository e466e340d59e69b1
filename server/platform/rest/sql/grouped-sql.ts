import type { Aggregate } from '../parse/query-tree.ts';
import type { PlannedField, PlannedOrder } from '../plan/read-plan.ts';
import { notGroupedBy } from '../respond/schema-errors.ts';

/** One value per row: the input of an aggregate, or a group key without one. */
export interface RawColumn {
  readonly key: string;
  readonly sql: string;
  readonly aggregate: Aggregate | null;
  /** Cast of the result. */
  readonly cast: string | null;
  /** The column that the value is, so that groups can be ordered by it. */
  readonly field: PlannedField | null;
  readonly isJson: boolean;
}

type PlaceOf = (at: number) => string;

/** Builds the select list over `_values`, and ` GROUP BY …` if there are group keys. */
export function groupedListSql(
  columns: readonly RawColumn[],
  { nameOf, placeOf }: { readonly nameOf: (key: string, at: number) => string; readonly placeOf: PlaceOf },
): { readonly list: string; readonly groupBy: string } {
  const list = columns.map(({ key, aggregate, cast }, at) => {
    const value = `_values.${placeOf(at)}`;
    const made = aggregate === null ? value : `${aggregate}(${value})`;
    return `${made}${cast === null ? '' : `::${cast}`} AS ${nameOf(key, at)}`;
  });
  const groups = columns.flatMap(({ aggregate }, at) =>
    aggregate === null ? [`_values.${placeOf(at)}`] : [],
  );
  return { list: list.join(', '), groupBy: groups.length === 0 ? '' : ` GROUP BY ${groups.join(', ')}` };
}

/** Groups can only be ordered by their keys. Without keys there is a single row, which needs no order. */
export function groupedOrderSql(
  order: readonly PlannedOrder[],
  columns: readonly RawColumn[],
  placeOf: PlaceOf,
): string {
  if (order.length === 0 || columns.every(({ aggregate }) => aggregate !== null)) return '';
  const terms = order.map((term) => {
    const { field } = term;
    const at = columns.findIndex(
      (column) => column.aggregate === null && column.field !== null && isSame(column.field, field),
    );
    if (at === -1) throw notGroupedBy(field.alias, field.column.name);
    return `_values.${placeOf(at)}${directionSql(term)}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

function isSame(left: PlannedField, right: PlannedField): boolean {
  return (
    left.alias === right.alias &&
    left.column.name === right.column.name &&
    JSON.stringify(left.path) === JSON.stringify(right.path)
  );
}

export function directionSql({ isDescending, nulls }: PlannedOrder): string {
  return `${isDescending ? ' DESC' : ''}${nulls === null ? '' : ` NULLS ${nulls.toUpperCase()}`}`;
}
