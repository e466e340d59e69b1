import { type TableFacts, unitsLabel } from '../../table-facts.ts';
import { orderIn } from './columns/date-column.ts';
import { dayOrderIn } from './columns/read-date.ts';
import { typeColumn } from './columns/type-column.ts';
import { type ColumnHints, sampleOf, type TypedColumn } from './columns/typed-column.ts';
import { nameThings } from './name-things.ts';
import type { ShapedTable } from './raw-table.ts';

/** A table as seen by queries. */
export interface TypedTable
  extends Pick<TableFacts, 'name' | 'file' | 'origin' | 'page' | 'sheet' | 'issues'> {
  readonly rows: number;
  readonly columns: readonly (TypedColumn & { readonly name: string })[];
}

/** Parses the cells, column by column. Differing units within a column get a column of their own. */
export function typeTable(name: string, shaped: ShapedTable, country: string | null = null): TypedTable {
  const { file, origin, page, sheet = null, labels, lengths, cells, issues } = shaped;
  const hints = hintsOf(shaped, country);
  const typed = cells.columns.flatMap((written, at): TypedColumn[] => {
    const label = labels[at] ?? '';
    const column = typeColumn(label, written, hints, lengths.has(at));
    if (column.units === null) return [column];
    const units = { type: 'text', unit: null, values: column.units, units: null, issues: [] } as const;
    return [column, { ...units, label: column.type === 'date' ? `${label} (offset)` : unitsLabel(label) }];
  });
  const names = nameThings(
    typed.map(({ label }) => label),
    'column',
  );
  return {
    name,
    file,
    origin,
    page,
    sheet,
    rows: cells.length,
    columns: typed.map((column, at) => ({ ...column, name: names[at] ?? '' })),
    issues: [...issues, ...typed.flatMap((column) => column.issues)],
  };
}

/** What other columns say about the order of day and month, or else the person's country. Found when asked for. */
function hintsOf({ cells, hasDecimalCommas }: ShapedTable, country: string | null): ColumnHints {
  let hint: ReturnType<ColumnHints['dayOrder']> | undefined;
  const find = (): ReturnType<ColumnHints['dayOrder']> => {
    const orders = cells.columns.map((column) => orderIn(sampleOf(column, cells.width)));
    const [order, ...others] = new Set(orders.filter((each) => each !== null));
    if (order !== undefined) return others.length === 0 ? { order, by: 'table' } : null;
    const usual = country === null ? null : dayOrderIn(country);
    return usual === null ? null : { order: usual, by: 'country' };
  };
  return {
    hasDecimalCommas,
    width: cells.width,
    dayOrder() {
      if (hint === undefined) hint = find();
      return hint;
    },
  };
}
