import { currenciesOf } from '#server/lib/currencies.ts';
import type { ColumnFacts } from '../../../files/table-facts.ts';
import { cleanText } from '../../language/clean-text.ts';
import type { PlannedQuery } from './state.ts';
import { isName, tokensOf } from './typed-figures/sql-nodes.ts';
import { magnitudeWords, percentWords, startsWithOne } from './unit-words.ts';

type Tables = readonly { readonly columns: readonly Pick<ColumnFacts, 'name' | 'label' | 'unit'>[] }[];

const LENGTH = 16;

/**
 * Returns the unit that the planner declared for each column of a result; empty where there is none. Drops units that
 * are magnitudes (“million”, “1000 €”), currencies that the tables don't name, and percentages that the query can't
 * have computed.
 */
export function unitsOf(
  { columns: declared, sql }: Pick<PlannedQuery, 'columns' | 'sql'>,
  columns: readonly string[],
  tables: Tables,
  language: string,
): string[] {
  const named = new Map(declared.map(({ name, unit }) => [name.trim().toLowerCase(), unit]));
  const currencies = currenciesIn(tables);
  const magnitudes = [...magnitudeWords('en'), ...magnitudeWords(language)];
  const percents = [...percentWords('en'), ...percentWords(language)];
  return columns.map((column) => {
    const unit = cleanText(named.get(column.toLowerCase()) ?? '').trim();
    if (unit.length > LENGTH || /\p{Nd}|^[kKmMbBtT]\s?\p{Sc}/u.test(unit)) return '';
    if (unit.split(/[\s/]+/).some((word) => word.length > 1 && startsWithOne(word, magnitudes))) return '';
    if (percents.some((word) => word.toLowerCase() === unit.toLowerCase()))
      return hasPercentages(sql, tables) ? '%' : '';
    const codes = currenciesOf(unit);
    const isOther = codes.length > 0 && currencies.size > 0 && !codes.some((code) => currencies.has(code));
    return isOther ? '' : unit;
  });
}

/**
 * Returns the codes of the currencies that occur beside numbers in the tables: all that a sign such as `$` can mean
 * there.
 */
export function currenciesIn(tables: Tables): ReadonlySet<string> {
  const units = tables.flatMap(({ columns }) => columns.map(({ unit }) => unit));
  return new Set(units.flatMap((unit) => (unit === null ? [] : currenciesOf(unit))));
}

/** Whether a query may show percentages: it multiplies by a hundred, or reads a percentage column. */
export function hasPercentages(sql: string, tables: Tables): boolean {
  const tokens = tokensOf(sql);
  const names = new Set(tokens.filter(isName).map(({ text }) => text.toLowerCase()));
  const isPercentage = ({ unit, label }: Tables[number]['columns'][number]): boolean =>
    /[%٪]/.test(`${unit ?? ''}${label}`);
  return (
    tokens.some(({ is, text }) => is === 'number' && [100, 0.01].includes(Number(text))) ||
    tables.some(({ columns }) => columns.some((column) => names.has(column.name) && isPercentage(column)))
  );
}
