import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { monthNamed } from './month-names.ts';

/** Order of day and month in a column. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy';

/** `AM`, `p.m.`, `a. m.`. */
export const HALF = String.raw`(?:\s?([AP])\.?\s?M\.?)?`;
const CLOCK = String.raw`([01]?\d|2[0-3]|24(?=:00)):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?`;
/** Hours alone only behind seconds, as PostgreSQL writes them: `10:00-12` is a length of time. */
const OFFSET = String.raw`Z|(?:UTC|GMT)(?:[+\-−](?:0?\d|1[0-4])(?::?[0-5]\d)?)?|[+\-−](?:0\d|1[0-4])(?::?[0-5]\d|(?<=:\d{2}:\d{2}(?:[.,]\d+)? ?[+\-−]\d{2}))`;
/** Behind a comma as JavaScript writes it: `30.11.2026, 21:05:00`. */
const TIME = `(?:(?:[T ]+|, )${CLOCK}${HALF}(?: ?(${OFFSET}))?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'i');
/** With the East Asian words for year, month and day between its numbers. */
const WORDED = new RegExp(`^(\\d{4})[年년] ?(\\d{1,2})[月월] ?(\\d{1,2})[日일]${TIME}$`, 'i');
const YEAR_LAST = new RegExp(`^(\\d{1,2})(\\. |[-/.])(\\d{1,2})\\2(\\d{4}|(?<!-)\\d{2})${TIME}$`, 'i');
/** Two-digit years are ambiguous: they may come first or last. */
const SHORT = /^(\d{1,2})([/.])\d{1,2}\2(\d{2})(?!\d)/;
const NAME = String.raw`(\p{L}[\p{L}\p{M}]+\.?)`;
/** `3. Mai 2026`, `03-May-26`, as spreadsheets shorten it, and `03/May/26`, as Jira does. */
const DAY_NAMED = new RegExp(
  `^(\\d{1,2})\\.?[ /-]${NAME}(?:[, ]+(\\d{4})|[-/](\\d{4}|\\d{2}))${TIME}$`,
  'iu',
);
/** `May 3, 2026`. */
const NAMED_DAY = new RegExp(`^${NAME} (\\d{1,2}),? (\\d{4})${TIME}$`, 'iu');

interface WrittenDate {
  /** Order of the numbers; `either` if both readings are valid. A named month leaves no question. */
  readonly order: DayOrder | 'either';
  /** Numbers as they stand, except that the year comes first: `03/04/2026` is 2026, 03, 04. */
  readonly numbers: readonly [year: string, first: string, second: string];
  readonly time: readonly (string | undefined)[];
}

function takeApart(written: string): WrittenDate | null {
  // Nearly all cells of other columns end here.
  if (written.length < 6 || written.length > 40 || !/\p{Nd}/u.test(written)) return null;
  const cell = withPlainDigits(written);
  const [, year, , month, day, ...time] = YEAR_FIRST.exec(cell) ?? [];
  if (year && month && day) return { order: 'ymd', numbers: [year, month, day], time };
  return yearLast(cell) ?? worded(cell) ?? named(cell);
}

const withPlainDigits = (cell: string): string => (/^\p{ASCII}*$/u.test(cell) ? cell : asciiDigits(cell));

function yearLast(cell: string): WrittenDate | null {
  const [, first, mark, second, year, ...time] = YEAR_LAST.exec(cell) ?? [];
  if (!first || !second || !year) return null;
  const numbers = [year, first, second] as const;
  // With dots, the day always comes first.
  if (mark?.startsWith('.')) return Number(second) <= 12 ? { order: 'dmy', numbers, time } : null;
  if (Number(first) > 12 && Number(second) > 12) return null;
  if (Number(first) > 12) return { order: 'dmy', numbers, time };
  return { order: Number(second) > 12 ? 'mdy' : 'either', numbers, time };
}

function worded(cell: string): WrittenDate | null {
  const [, year, month, day, ...time] = WORDED.exec(cell) ?? [];
  return year && month && day ? { order: 'ymd', numbers: [year, month, day], time } : null;
}

function named(cell: string): WrittenDate | null {
  const [, day, name, year, year2, ...time] = DAY_NAMED.exec(cell) ?? [];
  if (day && name) return withName(name, day, year ?? year2 ?? '', time);
  const [, name2, day2, year3, ...time2] = NAMED_DAY.exec(cell) ?? [];
  return name2 && day2 && year3 ? withName(name2, day2, year3, time2) : null;
}

function withName(
  name: string,
  day: string,
  year: string,
  time: readonly (string | undefined)[],
): WrittenDate | null {
  const month = monthNamed(name);
  return month === null ? null : { order: 'ymd', numbers: [year, String(month), day], time };
}

/** Order implied by a cell; `either` if both readings are valid. Null if it is no date. */
export const dayOrderOf = (cell: string): DayOrder | 'either' | null => takeApart(cell)?.order ?? null;

export const hasShortYear = (cell: string): boolean => SHORT.test(withPlainDigits(cell));

/** With two-digit years, whether they come last: a table has many days, but few years. */
export function areYearsLast(cells: readonly string[]): boolean {
  const found = cells
    .flatMap((cell) => [SHORT.exec(withPlainDigits(cell)) ?? []])
    .filter(({ length }) => length > 0);
  const days = new Set(found.map(([, first]) => first));
  const years = new Set(found.map(([, , , last]) => last));
  return found.length === 0 || years.size * 3 <= days.size;
}

/** `2026-11-20`, followed by the local time if there is one; null if it is no date. */
export function readDate(cell: string, order: DayOrder): string | null {
  const found = takeApart(cell);
  if (found === null || (order === 'ymd' && found.order !== 'ymd')) return null;
  const [year, first, second] = found.numbers;
  const isDayFirst = found.order !== 'ymd' && order === 'dmy';
  return toIso([year, ...(isDayFirst ? [second, first] : [first, second])], found.time);
}

/** `UTC`, `UTC+02:00`; null for a date without one. */
export function offsetOf(cell: string): string | null {
  const written = takeApart(cell)?.time[4]?.toUpperCase();
  if (written === undefined) return null;
  const [, sign = '', hours = '', minutes = '00'] =
    /^(?:UTC|GMT)?([+\-−])(\d{1,2}?):?(\d{2})?$/.exec(written) ?? [];
  const isUtc = sign === '' || (Number(hours) === 0 && minutes === '00');
  return isUtc ? 'UTC' : `UTC${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * Order in which a country writes day and month, as the platform knows it; null where the year comes first, which
 * says nothing about other dates.
 */
export function dayOrderIn(country: string): DayOrder | null {
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const format = new Intl.DateTimeFormat(`${language}-${country}`, { calendar: 'gregory', timeZone: 'UTC' });
  const [first] = format.formatToParts(0).filter(({ type }) => type !== 'literal');
  if (first?.type === 'day') return 'dmy';
  return first?.type === 'month' ? 'mdy' : null;
}

function toIso(
  [year, month, day]: readonly (string | undefined)[],
  [hours, minutes, seconds, half]: readonly (string | undefined)[],
): string | null {
  const [y, m, d] = [fullYear(year), Number(month), Number(day)];
  const isDay = m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
  if (!isDay) return null;
  const date = [String(y).padStart(4, '0'), two(m), two(d)].join('-');
  if (hours === undefined) return date;
  const hour = hourOf(hours, half);
  return hour === null ? null : `${date} ${two(hour)}:${minutes ?? '00'}:${seconds ?? '00'}`;
}

/** Hour of the day; 12 AM is its first. Null if there is none, such as 13 AM; 13 PM says it twice. */
export function hourOf(hours: string, half: string | undefined): number | null {
  const hour = Number(hours);
  const isLate = half?.toUpperCase() === 'P';
  if (hour > 24 || (hour > 12 && half !== undefined && !isLate)) return null;
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (isLate ? 12 : 0);
}

/** 26 is in this century, 98 in the last. */
export function fullYear(year = ''): number {
  if (year.length !== 2) return Number(year);
  return Number(year) + (Number(year) < 70 ? 2000 : 1900);
}

export const two = (part: number): string => String(part).padStart(2, '0');
