import { monthNamed } from './month-names.ts';
import { fullYear, two } from './read-date.ts';

const NAME = String.raw`(\p{L}[\p{L}\p{M}]+\.?)`;
/** `Jan 2026`, `März 2026`. */
const NAMED = new RegExp(`^${NAME}[ ./-]+(\\d{4})$`, 'u');
/** `Jan-26`, as spreadsheets shorten it: the 26th of January is as likely, as long as it stands alone. */
const SHORT = new RegExp(`^${NAME}[-'’ ]{1,2}(\\d{2})$`, 'u');
/** `2026 Jan`. */
const YEAR_FIRST = new RegExp(`^(\\d{4})[ ./-]+${NAME}$`, 'u');
/** `03/2026`. What stands as `2026-03` needs no reading. */
const NUMBERED = /^(\d{1,2})[./-](\d{4})$/;
/** `2026.03`, which may be a decimal, as `03.2026` may. */
const DOTTED = /^(\d{4})\.(\d{2})$/;
/** The same with a month and a year that are ones. */
const MONTH_AND_YEAR = /^(?:(0[1-9]|1[0-2])\.((?:19|20)\d\d)|((?:19|20)\d\d)\.(0[1-9]|1[0-2]))$/;
const WORDED = /^(\d{4})[年년] ?(\d{1,2})[月월]$/;
const QUARTER = /^Q([1-4])[ ./'’-]*(\d{4})$/i;
/** `Q1/26`: a short year, as behind a month. */
const SHORT_QUARTER = /^(Q[1-4])[ ./'’-]{1,2}(\d{2})$/i;
const QUARTER_LAST = /^(\d{4})[ ./-]*Q([1-4])$/i;

/** `2026-01` for a month and `2026-Q1` for a quarter, so that they sort; null if it is neither. */
export function readPeriod(cell: string): string | null {
  if (cell.length < 4 || cell.length > 30 || !/\d/.test(cell)) return null;
  const [, quarter, ofYear] = QUARTER.exec(cell) ?? [];
  if (quarter && ofYear) return `${ofYear}-Q${quarter}`;
  const [, short, ofShort] = SHORT_QUARTER.exec(cell) ?? [];
  if (short && ofShort) return `${fullYear(ofShort)}-${short.toUpperCase()}`;
  const [, before, last] = QUARTER_LAST.exec(cell) ?? [];
  if (before && last) return `${before}-Q${last}`;
  const [, month, year] = NUMBERED.exec(cell) ?? [];
  if (month && year) return toMonth(year, Number(month));
  const [, first, number] = WORDED.exec(cell) ?? DOTTED.exec(cell) ?? YEAR_FIRST.exec(cell) ?? [];
  if (first && number) return toMonth(first, /\d/.test(number) ? Number(number) : monthNamed(number));
  const [, name, behind] = NAMED.exec(cell) ?? SHORT.exec(cell) ?? [];
  return name && behind ? toMonth(String(fullYear(behind)), monthNamed(name)) : null;
}

function toMonth(year: string, month: number | null): string | null {
  return month === null || month < 1 || month > 12 ? null : `${year}-${two(month)}`;
}

/** Whether what follows the names is a year of two digits: several months share one, and the next is one more. */
export function areShortYears(cells: readonly string[]): boolean {
  const found = cells.flatMap((cell) => [SHORT_QUARTER.exec(cell) ?? SHORT.exec(cell) ?? []]);
  const short = found.filter(({ length }) => length > 0);
  const names = new Set(short.map(([, name]) => name));
  const years = new Set(short.map(([, , year]) => Number(year)));
  return short.length === 0 || (areInARow(years) && years.size < Math.max(2, names.size));
}

const areInARow = (years: ReadonlySet<number>): boolean =>
  Math.max(...years) - Math.min(...years) < years.size;

/**
 * Whether all of them are months such as `09.2026` or `2026.09`, and no decimals: these don't begin with a zero, and
 * don't share what would be a year. A price such as `2026.10` may be alone, four decimals are rarely all the same.
 */
export function areDottedMonths(cells: readonly string[]): boolean {
  if (cells.length === 0 || !cells.every((cell) => MONTH_AND_YEAR.test(cell))) return false;
  if (cells.some((cell) => cell.startsWith('0'))) return true;
  const found = cells.map((cell) => MONTH_AND_YEAR.exec(cell) ?? []);
  const months = new Set(found.map(([, first, , , last]) => first ?? last));
  const years = new Set(found.map(([, , last, first]) => Number(last ?? first)));
  const isMonthFirst = found.some(([, month]) => month !== undefined);
  return areInARow(years) && years.size < Math.max(isMonthFirst ? 2 : 1, months.size);
}
