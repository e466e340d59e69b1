import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { datesIn, type WrittenDate } from '#server/lib/dates-in.ts';
import { type Figure, figuresIn } from './figures.ts';

/** Known figures and dates that a sentence is checked against. */
export interface Known {
  /** Texts whose figures and dates each count by themselves. */
  readonly texts: readonly string[];
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
 * The first figure of a sentence that stands in no known text, whatever its separators; null if all do. Code can be
 * certain of that much: what a figure counts or measures is a second reader's matter.
 */
export function findForeignNumber(sentence: string, known: Known): string | null {
  return foreignNumbers(sentence, known)[0]?.written ?? null;
}

/** All of them. */
export function foreignNumbers(sentence: string, { texts, dates, free }: Known): Figure[] {
  const plain = asciiDigits(sentence);
  if (!/\d/.test(plain)) return [];
  const rest = withoutKnownDates(free ? plain.replace(free, blank) : plain, [
    ...texts.flatMap(datesIn).flatMap(({ readings }) => readings),
    ...(dates?.readings ?? []),
  ]);
  const said = new Set(texts.flatMap(figuresIn).flatMap(({ values }) => values));
  return figuresIn(rest).filter(
    ({ values, written }) => !values.some((value) => said.has(value)) && !dates?.years.has(written),
  );
}

const blank = (text: string): string => ' '.repeat(text.length);

/** Cuts out dates that are known in another notation: 1.11.2026 for 1 November 2026. */
function withoutKnownDates(text: string, known: readonly WrittenDate[]): string {
  let rest = text;
  for (const { from, to, readings } of datesIn(text)) {
    const same = known.filter((each) => readings.some((reading) => isSame(reading, each)));
    if (same.length > 0) rest = rest.slice(0, from) + restOf(rest.slice(from, to), same) + rest.slice(to);
  }
  return rest;
}

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
