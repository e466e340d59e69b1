import { type ColumnFacts, type TableFacts, unitsLabel } from '../../../files/table-facts.ts';
import { tokensOf } from './lineage/sql-tokens.ts';

type Table = Pick<TableFacts, 'columns'>;
type Column = Pick<ColumnFacts, 'name' | 'label'>;

/** The column that names the units of this one row by row; undefined: they do not differ. */
export function unitsColumnOf({ label }: Column, { columns }: Table): ColumnFacts | undefined {
  return columns.find((each) => each.label === unitsLabel(label));
}

/**
 * A column in different units, with the one that names them, which a query takes without a word about them: grams and
 * kilograms would be added up, and the sum shown as computed. Null: there is none.
 */
export function findMixed(sql: string, tables: readonly Table[]): { column: string; units: string } | null {
  const named = new Set(tokensOf(sql).map(({ text }) => text.toLowerCase()));
  const isNamed = ({ name }: Column): boolean => named.has(name.toLowerCase());
  for (const table of tables) {
    for (const column of table.columns.filter(isNamed)) {
      const units = unitsColumnOf(column, table);
      if (units !== undefined && !isNamed(units)) return { column: column.name, units: units.name };
    }
  }
  return null;
}
