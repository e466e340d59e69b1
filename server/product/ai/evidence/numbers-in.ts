import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { datesIn, type FoundDate, type WrittenDate } from '#server/lib/dates-in.ts';
import { type Amount, amountsIn } from './amounts-in.ts';
import { type Bearing, bearingOf, bears, type Quoted } from './bearing.ts';
import { isRounded } from './hedged.ts';
import type { Span } from './span.ts';
import { isCounting } from './years.ts';

/** What the numbers of a sentence are held against. */
export interface Known {
  /** Each number in them counts by itself, and each date. */
  readonly texts: readonly string[];
  /** The same, of words that stand in a passage: it may say once what all its numbers count. */
  readonly quotes?: readonly Quoted[];
  /** What the sentence is written in. */
  readonly language?: string;
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

/**
 * Whether every number and date of a sentence is known, with what multiplies it, its sign, and what it counts, as far
 * as that is money or a share. Answers the first that is not.
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
      !bearings.some((bearing) => isBorneOut(each, bearing)) &&
      !isYear(each) &&
      !isRounded(rest, each, bearings),
  );
  return foreign ? ([...foreign.values][0] ?? '') : null;
}

const isBorneOut = (amount: Amount, bearing: Bearing): boolean =>
  bears(bearing, amount) ||
  (amount.unit === null &&
    bearing.dates.some(({ readings }) =>
      readings.some(
        ({ day, year }) => amount.values.has(String(day ?? '-')) || amount.values.has(String(year ?? '-')),
      ),
    ));

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

/** A year that the texts give to no such month, while they give another to it: a year that is known otherwise is not its. */
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

/** The number as a year, where it can be one: four digits, and neither money nor a share. */
function yearAt(text: string, { from, to }: Span): string | null {
  const isYear =
    /^(?:19|20)\d{2}$/.test(text.slice(from, to)) &&
    !MONEY_OR_SHARE.test(text.slice(to)) &&
    !/\p{Sc}\s?$/u.test(text.slice(0, from));
  return isYear ? text.slice(from, to) : null;
}
