/** Order of day and month in a column. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|(?<!-)\\d{2})${TIME}$`);
/** Two-digit years are ambiguous: they may come first or last. */
const SHORT = /^(\d{1,2})([/.])\d{1,2}\2(\d{2})(?!\d)/;
const NAMED = /^(?:(\d{1,2})\.? )?([a-z]{3})[a-z]*\.?,? (?:(\d{1,2}), )?(\d{4})$/i;

/** Order implied by a cell; `either` if both readings are valid. Null if it is no date. */
export function dayOrderOf(cell: string): DayOrder | 'either' | null {
  if (YEAR_FIRST.test(cell) || isNamed(cell)) return 'ymd';
  const found = YEAR_LAST.exec(cell);
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  // With dots, the day always comes first.
  if (found[2] === '.') return second <= 12 ? 'dmy' : null;
  if (first > 12 && second > 12) return null;
  if (first > 12) return 'dmy';
  if (second > 12) return 'mdy';
  return 'either';
}

export const hasShortYear = (cell: string): boolean => SHORT.test(cell);

/** With two-digit years, whether they come last: a table has many days, but few years. */
export function areYearsLast(cells: readonly string[]): boolean {
  const found = cells.flatMap((cell) => [SHORT.exec(cell) ?? []]).filter(({ length }) => length > 0);
  const days = new Set(found.map(([, first]) => first));
  const years = new Set(found.map(([, , , last]) => last));
  return found.length === 0 || years.size * 3 <= days.size;
}

/** `2026-11-20`, followed by the time if there is one; null if it is no date. */
export function readDate(cell: string, order: DayOrder): string | null {
  const first = YEAR_FIRST.exec(cell);
  if (first) return toIso([first[1], first[3], first[4]], first.slice(5, 8));
  const last = YEAR_LAST.exec(cell);
  if (last) {
    const [day, month] = order === 'mdy' ? [last[3], last[1]] : [last[1], last[3]];
    return order === 'ymd' ? null : toIso([last[4], month, day], last.slice(5, 8));
  }
  const named = NAMED.exec(cell);
  const month = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? '') + 1;
  return named && month > 0 ? toIso([named[4], String(month), named[1] ?? named[3] ?? '1'], []) : null;
}

function isNamed(cell: string): boolean {
  const found = NAMED.exec(cell);
  return found !== null && MONTHS.includes(found[2]?.toLowerCase() ?? '') && Boolean(found[1] ?? found[3]);
}

function toIso(
  [year, month, day]: readonly (string | undefined)[],
  [hours, minutes, seconds]: readonly (string | undefined)[],
): string | null {
  const [y, m, d] = [fullYear(year), Number(month), Number(day)];
  const isDay = m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
  if (!isDay) return null;
  const date = [String(y).padStart(4, '0'), two(m), two(d)].join('-');
  if (hours === undefined) return date;
  return `${date} ${two(Number(hours))}:${minutes ?? '00'}:${seconds ?? '00'}`;
}

/** 26 is in this century, 98 in the last. */
function fullYear(year = ''): number {
  if (year.length !== 2) return Number(year);
  return Number(year) + (Number(year) < 70 ? 2000 : 1900);
}

const two = (part: number): string => String(part).padStart(2, '0');
