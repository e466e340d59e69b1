import { currenciesOf } from '#server/lib/currencies.ts';
import type { ColumnFacts } from '../../../files/table-facts.ts';

interface Table {
  readonly columns: readonly Pick<ColumnFacts, 'unit'>[];
}

/** Codes of the currencies that stand beside numbers in the tables, all that a sign can mean among them. */
export function knownCurrencies(tables: readonly Table[] | null): ReadonlySet<string> {
  const units = (tables ?? []).flatMap(({ columns }) => columns.map(({ unit }) => unit));
  return new Set(units.flatMap((unit) => (unit === null ? [] : currenciesOf(unit))));
}
