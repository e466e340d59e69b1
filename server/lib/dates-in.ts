import { asciiDigits } from './ascii-digits.ts';
import { monthNamed } from './month-names.ts';

/** A date as written: a day, a month of a year, or a day of any year. Months count from 1. */
export interface WrittenDate {
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
}

export interface FoundDate {
  /** Several if it is ambiguous: 3/4/2026. */
  readonly readings: readonly WrittenDate[];
  readonly from: number;
  readonly to: number;
  /** True if its month is a word. */
  readonly isNamed: boolean;
}

interface Form {
  readonly pattern: RegExp;
  /** Group names in each order in which it can be read. */
  readonly orders: readonly string[];
}

/** Numeric dates. They must not be the continuation of a number, URL or another date. */
const FORMS: readonly Form[] = [
  { pattern: /(?<![\d.,/-])(\d{4})(-|\/|\. ?)(\d{1,2})\2(\d{1,2})(?!\d)/g, orders: ['y-md'] },
  { pattern: /(?<![\d.,/-])(\d{1,2})(\. ?)(\d{1,2})\2(\d{4})(?!\d)/g, orders: ['d-my'] },
  { pattern: /(?<![\d.,/-])(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?!\d)/g, orders: ['d-my', 'm-dy'] },
  { pattern: /(?<![\d.,/-])(\d{4})-(\d{2})(?![\d-])/g, orders: ['ym'] },
  { pattern: /(?<![\d.,/-])(\d{1,2})\/(\d{4})(?!\d)/g, orders: ['my'] },
  {
    pattern: /(?:(\d{4})\s?[年년]\s?)?(?<!\d)(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日号號일])?/g,
    orders: ['ymd'],
  },
  {
    pattern: /(?:(?<!\d)(\d{1,2})\s)?\btháng\s(\d{1,2})(?!\d)(?:,?\s(?:năm\s)?(\d{4})(?!\d))?/gi,
    orders: ['dmy'],
  },
];

/** Finds all dates of a text, in any language and order; a month's name alone counts too. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  let rest = asciiDigits(text);
  for (const { pattern, orders } of FORMS) {
    rest = rest.replace(pattern, (whole: string, ...given: unknown[]) => {
      const from = given.find((each) => typeof each === 'number') ?? 0;
      const readings = orders.flatMap((order) => readAs(order, given) ?? []);
      if (readings.length === 0) return whole;
      found.push({ readings, from, to: from + whole.length, isNamed: false });
      return '\0'.repeat(whole.length);
    });
  }
  return [...found, ...namedDates(rest)];
}

function readAs(order: string, groups: readonly unknown[]): WrittenDate | null {
  const of = (sign: string): number | null => {
    const digits = groups[order.indexOf(sign)];
    return order.includes(sign) && typeof digits === 'string' ? Number(digits) : null;
  };
  return toDate(of('y'), of('m') ?? 0, of('d'));
}

/** Null for an impossible day. Years of the Buddhist calendar are converted. */
function toDate(year: number | null, month: number, day: number | null): WrittenDate | null {
  if (month < 1 || month > 12) return null;
  if (day !== null && (day < 1 || day > new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate())) return null;
  return { year: year !== null && year > 2400 ? year - 543 : year, month, day };
}

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = /\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}]*/gu;
/** Separator between the parts of a date. */
const GAP = /^[\s.,'’º°ª-]{0,3}$/;
const BETWEEN = new Set(['de', 'del', 'di', 'of', 'the', 'st', 'nd', 'rd', 'th', 'er', 'gada', 'm']);
const DAY = /^\d{1,2}$/;
const YEAR = /^(?:19|20|24|25|26)\d{2}$/;

/** 1 November 2026, November 1st, 1 de noviembre de 2026, 2026. november 1. */
function namedDates(text: string): FoundDate[] {
  const tokens = [...text.matchAll(TOKEN)].map(
    (match): Token => ({ text: match[0], from: match.index, to: match.index + match[0].length }),
  );
  return tokens.flatMap((_token, at) => dateAround(text, tokens, at) ?? []);
}

function dateAround(text: string, tokens: readonly Token[], at: number): FoundDate | null {
  const name = tokens[at];
  const month = name && monthNamed(name.text);
  if (!name || !month) return null;
  const near = (from: number, step: 1 | -1): number => nearToken(text, tokens, { from, step });
  const is = (index: number, form: RegExp): boolean => form.test(tokens[index]?.text ?? '');
  const [before, after] = [near(at, -1), near(at, 1)];
  const day = is(before, DAY) ? before : is(after, DAY) ? after : -1;
  const year = [
    after,
    ...(day === after ? [near(after, 1)] : []),
    before,
    day === before ? near(before, -1) : -1,
  ].find((index) => is(index, YEAR));
  if (month.isShort && year === undefined) return null;
  const numberAt = (index: number | undefined): number | null =>
    index === undefined || index === -1 ? null : Number(tokens[index]?.text);
  const readings = [...month.months].flatMap((each) => toDate(numberAt(year), each, numberAt(day)) ?? []);
  if (readings.length === 0) return null;
  const used = [name, tokens[day], tokens[year ?? -1]].filter((token) => token !== undefined);
  return {
    readings,
    from: Math.min(...used.map(({ from }) => from)),
    to: Math.max(...used.map(({ to }) => to)),
    isNamed: true,
  };
}

/** Returns the index of the adjacent token, skipping small words used in dates; -1 if there is none. */
function nearToken(
  text: string,
  tokens: readonly Token[],
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
): number {
  let here = from;
  for (let steps = 0; steps < 3; steps += 1) {
    const [token, next] = [tokens[here], tokens[here + step]];
    if (!token || !next) return -1;
    const gap = step === 1 ? text.slice(token.to, next.from) : text.slice(next.to, token.from);
    if (!GAP.test(gap)) return -1;
    here += step;
    if (!BETWEEN.has(next.text.toLowerCase())) return here;
  }
  return -1;
}
