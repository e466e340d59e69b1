import { type TableFacts, unitsLabel } from '../../table-facts.ts';
import { nameThings } from './name-things.ts';
import type { ShapedTable } from './raw-table.ts';
import { type TypedColumn, typeColumn } from './type-column.ts';

/** A table as seen by queries. */
export interface TypedTable
  extends Pick<TableFacts, 'name' | 'file' | 'origin' | 'page' | 'sheet' | 'issues'> {
  readonly rows: number;
  readonly columns: readonly (TypedColumn & { readonly name: string })[];
}

/** Parses the cells, column by column. Differing units within a column get a column of their own. */
export function typeTable(name: string, shaped: ShapedTable): TypedTable {
  const { file, origin, page, sheet = null, labels, rows, issues, hasDecimalCommas } = shaped;
  const typed = labels.flatMap((label, at): TypedColumn[] => {
    const cells = rows.map((row) => row[at] ?? '');
    const column = typeColumn(label, cells, hasDecimalCommas);
    if (column.units === null) return [column];
    const units = { type: 'text', unit: null, values: column.units, units: null, issues: [] } as const;
    return [column, { ...units, label: unitsLabel(label) }];
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
    rows: rows.length,
    columns: typed.map((column, at) => ({ ...column, name: names[at] ?? '' })),
    issues: [...issues, ...typed.flatMap((column) => column.issues)],
  };
}
