import type { TableFacts } from '#server/product/files/table-facts.ts';

type Column = TableFacts['columns'][number];

/** What is known of a table of three sales, `sales` in queries: its columns as given, numbers where nothing else is said. */
export function salesTable(columns: readonly (Pick<Column, 'name'> & Partial<Column>)[]): TableFacts {
  return {
    name: 'sales',
    file: 'sales.csv',
    origin: 'csv',
    page: null,
    rows: 3,
    columns: columns.map((column) => ({
      label: 'Kg',
      type: 'number',
      unit: null,
      empty: 0,
      distinct: 3,
      min: 1,
      max: 3,
      mean: 2,
      top: [],
      ...column,
    })),
    sample: [],
    issues: [],
  };
}
