import type { ColumnFacts } from '../../../files/table-facts.ts';

/** What the cells of the tables say of the units of their columns. */
export interface KnownUnits {
  /** Names of columns, in lower case, whose numbers are percentages already: 63.2 stands for 63.2 %. */
  readonly percentages: ReadonlySet<string>;
  /** Codes of the currencies that stand beside numbers, all that a sign can mean among them. */
  readonly currencies: ReadonlySet<string>;
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₴': ['UAH'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

interface Table {
  readonly columns: readonly Pick<ColumnFacts, 'name' | 'unit'>[];
}

export function knownUnits(tables: readonly Table[] | null): KnownUnits {
  const columns = (tables ?? []).flatMap(({ columns: all }) => all);
  const percentages = columns.filter(({ unit }) => unit === '%').map(({ name }) => name.toLowerCase());
  const currencies = columns.flatMap(({ unit }) => (unit === null ? [] : currenciesOf(unit)));
  return { percentages: new Set(percentages), currencies: new Set(currencies) };
}

const currenciesOf = (unit: string): readonly string[] => SIGNS[unit] ?? (CODES.has(unit) ? [unit] : []);
