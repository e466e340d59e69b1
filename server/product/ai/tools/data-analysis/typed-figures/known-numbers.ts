import type { LanguageCode } from '#domain/languages.ts';
import { asciiDigits } from '#server/lib/ascii-digits.ts';
import type { TableFacts } from '../../../../files/table-facts.ts';
import { percentWords, startsWithOne } from '../unit-words.ts';

/**
 * Factors between units, and numbers that people count in: minutes, hours, weeks, quarters, bytes, kWh, inches, miles,
 * pounds.
 */
const FACTORS: ReadonlySet<number> = new Set([
  2, 3, 4, 5, 7, 8, 12, 24, 30, 52, 60, 365, 365.25, 1024, 1440, 3600, 86_400, 604_800, 3.6, 2.54, 1.609344,
  0.45359237,
]);
/** From a millionth to a billion. */
const POWER = 9;
const isPowerOfTen = (value: number): boolean => {
  const power = Math.round(Math.log10(value));
  return Math.abs(power) <= POWER && isNear(value, 10 ** power);
};

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Numbers that a query may contain without inventing them. */
export interface KnownNumbers {
  /** Whether it occurs in the task, or follows from a percentage there. */
  readonly isGiven: (value: number) => boolean;
  readonly isFactor: (value: number) => boolean;
  /** Whether it's a usual width of a range: 5, 20, 250. */
  readonly isWidth: (value: number) => boolean;
}

interface Task {
  readonly texts: readonly string[];
  readonly language: LanguageCode;
  /** `2026-11-20` */
  readonly today: string;
}

export function knownNumbers({ texts, language, today }: Task, tables: readonly TableFacts[]): KnownNumbers {
  const words = [...percentWords('en'), ...percentWords(language)];
  const shares = (text: string): number[] =>
    numbersIn(text).flatMap(({ values, behind }) => (startsWithOne(behind, words) ? values : []));
  const labels = tables.flatMap(({ columns }) => columns.map(({ label }) => label));
  const given = [
    ...texts.flatMap((text) => numbersIn(text).flatMap(({ values }) => values)),
    ...[...texts, ...labels].flatMap(shares).flatMap(formsOf),
    ...(/^\d{4}/.test(today) ? [Number(today.slice(0, 4))] : []),
  ];
  return {
    isGiven: (value) => value !== 0 && given.some((each) => isNear(value, each)),
    isFactor: (value) => [...FACTORS].some((each) => isNear(value, each)) || isPowerOfTen(value),
    isWidth: (value) => [1, 2, 2.5, 5].some((part) => isPowerOfTen(value / part)),
  };
}

/** Forms of a percentage: 19 %, 0.19, 1.19, 0.81, and the same out of a hundred. */
const formsOf = (share: number): number[] => [
  share,
  share / 100,
  1 + share / 100,
  1 - share / 100,
  100 + share,
  100 - share,
];

/** Finds the numbers of a text in all their readings, with the text after each. */
function numbersIn(text: string): { readonly values: number[]; readonly behind: string }[] {
  const plain = asciiDigits(text);
  return [...plain.matchAll(/\d+(?:[.,'’\s]\d+)*/gu)].map(({ 0: found, index }) => {
    const readings = [
      ...(/^\d{1,3}(?:[.,'’\s]\d{3})+$/u.test(found) ? [found.replace(/\D/g, '')] : []),
      found
        .replace(/[.,](?=\d+$)/, '#')
        .replace(/[^\d#]/g, '')
        .replace('#', '.'),
      // Covers dates, and adjacent numbers.
      ...(/\s|\D\d+\D/u.test(found) ? found.split(/\D/u) : []),
    ];
    return { values: readings.map(Number), behind: plain.slice(index + found.length) };
  });
}
