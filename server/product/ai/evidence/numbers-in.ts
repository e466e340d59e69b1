import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { datesIn, type FoundDate, type WrittenDate } from '#server/lib/dates-in.ts';

/** What the numbers of a sentence are held against. */
export interface Known {
  /** Each number in them counts by itself, and each date. */
  readonly texts: readonly string[];
  readonly dates?: WholeDates;
  /** Numbers in such words need nothing. It is held against digits of 0 to 9. */
  readonly free?: RegExp;
}

/** Dates that count as what they are and by their years, not by their other parts. */
export interface WholeDates {
  readonly readings: readonly WrittenDate[];
  readonly years: ReadonlySet<string>;
}

/** Of days, months, and names that have some in them. */
export function wholeDates(texts: readonly string[]): WholeDates {
  const numbered = texts.filter((text) => /\p{Nd}/u.test(text));
  return {
    readings: numbered.flatMap(datesIn).flatMap(({ readings }) => readings),
    years: new Set(numbered.flatMap((text) => asciiDigits(text).match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [])),
  };
}

interface Written {
  readonly readings: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
}

/**
 * Each number of a text, with all that it may mean: 1.234 is one thousand and more in German, and little more than
 * one in English. Its digits are those of ASCII.
 */
function numbersIn(plain: string): Written[] {
  const pattern = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,:]\d+)*/g;
  return [...plain.matchAll(pattern)].map((match) => ({
    readings: readingsOf(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Whether every number and date of a sentence is known. Answers the first that is not. */
export function findForeignNumber(sentence: string, { texts, dates, free }: Known): string | null {
  const plain = asciiDigits(sentence);
  const wanted = free ? plain.replace(free, blank) : plain;
  if (!/\d/.test(wanted)) return null;
  const inTexts = texts.flatMap(datesIn);
  const whole = [...inTexts.flatMap(({ readings }) => readings), ...(dates?.readings ?? [])];
  const months = new Set(inTexts.flatMap(({ readings }) => readings.map(({ month }) => month)));
  let rest = wanted;
  for (const date of datesIn(wanted)) {
    const { from, to } = date;
    const same = whole.filter((known) => date.readings.some((reading) => isSame(reading, known)));
    if (same.length > 0) rest = rest.slice(0, from) + restOf(rest.slice(from, to), same) + rest.slice(to);
    else if (isOtherMonth(date, months)) return wanted.slice(from, to);
  }
  const numbers = new Set([
    ...texts.flatMap((text) => numbersIn(asciiDigits(text))).flatMap(({ readings }) => [...readings]),
    ...inTexts.flatMap(({ readings }) => readings).flatMap(({ day, year }) => [String(day), String(year)]),
  ]);
  const foreign = numbersIn(rest).find(
    (each) =>
      ![...each.readings].some((reading) => numbers.has(reading)) &&
      !dates?.years.has(yearAt(rest, each) ?? ''),
  );
  return foreign ? ([...foreign.readings][0] ?? '') : null;
}

const blank = (text: string): string => ' '.repeat(text.length);

/** What a date says is also said by the other, which may say more; a year that it adds is looked for by itself. */
function isSame(wanted: WrittenDate, known: WrittenDate): boolean {
  return (
    wanted.month === known.month &&
    (wanted.day === null || wanted.day === known.day) &&
    (wanted.year === null || known.year === null || wanted.year === known.year)
  );
}

/** What of a date still has to be known: its year, where those that are the same have none. */
function restOf(date: string, same: readonly WrittenDate[]): string {
  const hasYear = same.some(({ year }) => year !== null);
  return date.replace(/\d+/g, (digits) => (digits.length === 4 && !hasYear ? digits : blank(digits)));
}

/** A month that no text speaks of, where they speak of months at all. */
function isOtherMonth({ isNamed, readings, from, to }: FoundDate, months: ReadonlySet<number>): boolean {
  const isAsked = isNamed && to > from && readings.some(({ day, year }) => day !== null || year !== null);
  return isAsked && months.size > 0 && !readings.some(({ month }) => months.has(month));
}

const MONEY_OR_SHARE = /^\s?(?:%|٪|per ?cent|prozent|\p{Sc})/iu;

/** The number as a year, where it can be one: four digits, and neither money nor a share. */
function yearAt(text: string, { from, to }: Written): string | null {
  const isYear =
    /^(?:19|20)\d{2}$/.test(text.slice(from, to)) &&
    !MONEY_OR_SHARE.test(text.slice(to)) &&
    !/\p{Sc}\s?$/u.test(text.slice(0, from));
  return isYear ? text.slice(from, to) : null;
}

function readingsOf(written: string): ReadonlySet<string> {
  const token = written.replace(/[ \u00a0\u202f'’]/g, '');
  if (token.includes(':')) return new Set([token]);
  const marks = [...token.matchAll(/[.,]/g)].map((match) => match[0]);
  const readings = new Set<string>();
  const asWhole = token.replace(/[.,]/g, '');
  const groups = token.split(/[.,]/);
  const isGrouped = groups.slice(1).every((group) => group.length === 3);
  // All marks divide thousands.
  if (marks.length === 0 || (isGrouped && new Set(marks).size === 1)) readings.add(canonical(asWhole));
  // The last mark divides the decimals.
  if (marks.length > 0 && (marks.length === 1 || marks.at(-1) !== marks[0])) {
    const whole = groups.slice(0, -1).join('');
    readings.add(canonical(`${whole}.${groups.at(-1) ?? ''}`));
  }
  // A date or a version: 1.11.2026. Its parts are what is compared, by whoever writes it otherwise.
  if (readings.size === 0) readings.add(token);
  return readings;
}

function canonical(number: string): string {
  const [whole = '', decimals = ''] = number.split('.');
  const plain = whole.replace(/^0+(?=\d)/, '');
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? plain : `${plain}.${rest}`;
}
