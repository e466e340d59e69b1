import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { datesIn, type FoundDate, type WrittenDate } from '#server/lib/dates-in.ts';
import { type Amount, amountsIn } from './amounts-in.ts';
import { type Bearing, bearingOf, bears, type Quoted } from './bearing.ts';
import { isRounded } from './hedged.ts';
import type { Span } from './span.ts';
import { isCounting } from './years.ts';

/** Known numbers and dates that a sentence is checked against. */
export interface Known {
  /** Texts whose numbers and dates each count by themselves. */
  readonly texts: readonly string[];
  /** Quotes with their passages, which may state a unit once for all numbers. */
  readonly quotes?: readonly Quoted[];
  /** Language of the sentence. */
  readonly language?: string;
  readonly dates?: WholeDates;
  /** Phrases whose numbers need no source. Matched against ASCII digits. */
  readonly free?: RegExp;
}

/** Dates that count as a whole and by year, but not by their other parts. */
export interface WholeDates {
  readonly readings: readonly WrittenDate[];
  readonly years: ReadonlySet<string>;
}

/** Parses days, months, and titles that contain dates. */
export function wholeDates(texts: readonly string[]): WholeDates {
  const numbered = texts.filter((text) => /\p{Nd}/u.test(text));
  return {
    readings: numbered.flatMap(datesIn).flatMap(({ readings }) => readings),
    years: new Set(numbered.flatMap((text) => asciiDigits(text).match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [])),
  };
}

/**
 * The first number or date of a sentence that isn't known, comparing scale, sign, and unit as far as that is
 * money or a share; null if all are known.
 */
export function findForeignNumber(sentence: string, known: Known): string | null {
  const { texts, quotes = [], dates, free, language } = known;
  const plain = asciiDigits(sentence);
  const wanted = free ? plain.replace(free, blank) : plain;
  const amounts = (text: string): Amount[] => amountsIn(text, language).filter(({ isAsked }) => isAsked);
  if (amounts(wanted).length === 0) return null;
  const bearings = [...quotes.map(bearingOf), ...texts.map((text) => bearingOf({ quote: text, around: '' }))];
  const inTexts = bearings.flatMap((bearing) => bearing.dates);
  const whole = [...inTexts.flatMap(({ readings }) => readings), ...(dates?.readings ?? [])];
  const months = new Set(inTexts.flatMap(({ readings }) => readings.map(({ month }) => month)));
  let rest = wanted;
  for (const date of datesIn(wanted)) {
    const { from, to } = date;
    const same = whole.filter((each) => date.readings.some((reading) => isSame(reading, each)));
    if (same.length > 0) rest = rest.slice(0, from) + restOf(rest.slice(from, to), same) + rest.slice(to);
    else if (isOtherMonth(date, months) || isOtherYear(date, bearings)) return wanted.slice(from, to);
  }
  const isYear = (each: Amount): boolean =>
    (dates?.years.has(yearAt(rest, each) ?? '') ?? false) && !isCounting(rest, each, language);
  const foreign = amounts(rest).find(
    (each) =>
      !bearings.some((bearing) => isSupported(each, bearing)) &&
      !isYear(each) &&
      !isRounded(rest, each, bearings),
  );
  return foreign ? ([...foreign.values][0] ?? '') : null;
}

const isSupported = (amount: Amount, bearing: Bearing): boolean =>
  bears(bearing, amount) ||
  (amount.unit === null &&
    bearing.dates.some(({ readings }) =>
      readings.some(
        ({ day, year }) => amount.values.has(String(day ?? '-')) || amount.values.has(String(year ?? '-')),
      ),
    ));

const blank = (text: string): string => ' '.repeat(text.length);

/** True if `known` includes all that `wanted` says; a year missing in `known` is checked separately. */
function isSame(wanted: WrittenDate, known: WrittenDate): boolean {
  return (
    wanted.month === known.month &&
    (wanted.day === null || wanted.day === known.day) &&
    (wanted.year === null || known.year === null || wanted.year === known.year)
  );
}

/** Blanks out the known parts of a date; keeps the year if no matching date has one. */
function restOf(date: string, same: readonly WrittenDate[]): string {
  const hasYear = same.some(({ year }) => year !== null);
  return date.replace(/\d+/g, (digits) => (digits.length === 4 && !hasYear ? digits : blank(digits)));
}

/** True if the texts have months, but not this one. */
function isOtherMonth({ isNamed, readings, from, to }: FoundDate, months: ReadonlySet<number>): boolean {
  const isAsked = isNamed && to > from && readings.some(({ day, year }) => day !== null || year !== null);
  return isAsked && months.size > 0 && !readings.some(({ month }) => months.has(month));
}

/** True if the texts give this month another year: the year may not be borrowed from elsewhere. */
function isOtherYear({ readings }: FoundDate, bearings: readonly Bearing[]): boolean {
  return readings.some((wanted) =>
    bearings.some(({ dates, whole }) =>
      dates.some(
        (date) =>
          date.readings.some(
            ({ year, month, day }) =>
              month === wanted.month &&
              (day === null || wanted.day === null || day === wanted.day) &&
              year !== null &&
              wanted.year !== null &&
              year !== wanted.year,
          ) && yearBehind(whole, date) !== wanted.year,
      ),
    ),
  );
}

/** The 2019 of "March 2018 and 2019". */
function yearBehind(text: string, { to }: FoundDate): number | null {
  const [, year] =
    /^\s?(?:[-–—/,&]|\p{L}{1,3})\s?((?:19|20)\d{2})(?!\d)/u.exec(text.slice(to, to + 12)) ?? [];
  return year === undefined ? null : Number(year);
}

const MONEY_OR_SHARE = /^\s?(?:%|٪|per ?cent|prozent|\p{Sc})/iu;

/** The number as a year, if possible: four digits, and neither money nor a share. */
function yearAt(text: string, { from, to }: Span): string | null {
  const isYear =
    /^(?:19|20)\d{2}$/.test(text.slice(from, to)) &&
    !MONEY_OR_SHARE.test(text.slice(to)) &&
    !/\p{Sc}\s?$/u.test(text.slice(0, from));
  return isYear ? text.slice(from, to) : null;
}
