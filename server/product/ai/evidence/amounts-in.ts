import { clockOf, withColons } from './clock-times.ts';
import { magnitudeAt } from './magnitudes.ts';
import { measureAt } from './measures.ts';
import { numberWordsIn } from './number-words.ts';
import type { Span } from './span.ts';
import { countedBehind, type Unit, unitBefore, unitBeside } from './units.ts';

/** A number as written in a text, with its scale, unit and sign. */
export interface Amount extends Span {
  /** Possible values: 1.234 is over a thousand in German, and just over one in English. */
  readonly values: ReadonlySet<string>;
  readonly unit: Unit | null;
  /** Measure such as `hour`, if its name is known and adjacent. */
  readonly measure: string | undefined;
  /** Possible times of day, in minutes since midnight; empty if it isn't a time. */
  readonly clock: ReadonlySet<number>;
  readonly isNegative: boolean;
  /** As written, with the powers of ten of its scale. */
  readonly written: string;
  readonly powers: readonly number[];
  /** Needs a source. */
  readonly isAsked: boolean;
}

const NUMBER =
  /(?:(?<whole>\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:]\d+)*)\s?)?(?<part>[¼-¾⅐-⅞])|\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:]\d+)*/gu;

/** A minus at the number or its currency sign, not the dash of a range and not a hyphen. */
const MINUS =
  /(?:^|[\s([{|>„“"'«=:])[-−–](?:\p{Sc}|[A-Z]{3} ?)?$|(?<!\p{L})(?:minus|moins|menos|meno|min|минус|мінус|eksi|âm|負|负|マイナス)[ \u00a0]?$/iu;

/** Separates two numbers that share what follows the second: 3 to 4 million, 10–12 %. */
const RANGE = /^ ?(?:[-–—~〜]|\p{L}{1,4}) ?$/u;

const NO_CLOCK: ReadonlySet<number> = new Set();
const setOf = (minutes: number | undefined): ReadonlySet<number> =>
  minutes === undefined ? NO_CLOCK : new Set([minutes]);

/** Smaller numbers in words are too common: both sides, two of them, one of the best. */
const LEAST_IN_WORDS = 13;

/** All numbers of a text, whose digits must be 0-9. `language`: the text's, if known. */
export function amountsIn(plain: string, language: string | undefined): Amount[] {
  const text = withColons(plain.replace(/٫/g, '.').replace(/٬/g, ','));
  const numbers = [...text.matchAll(NUMBER)].map((match) => amountAt(text, match, language));
  const shared = bareHours(text, shareClocks(text, shareScales(text, joined(numbers, text))));
  return [...shared, ...wordsOf(text, language)];
}

function amountAt(text: string, match: RegExpExecArray, language: string | undefined): Amount {
  const from = match.index;
  const end = from + match[0].length;
  const before = text.slice(Math.max(0, from - 14), from);
  const isMoney = unitBefore(before) !== null;
  const scale = magnitudeAt(text, end, { language, isMoney });
  const to = scale?.to ?? end;
  const powers = scale?.powers ?? [0];
  const { whole, part } = match.groups ?? {};
  const readings =
    part === undefined
      ? readingsOf(match[0], language)
      : withFraction(readingsOf(whole ?? '0', language), part);
  return {
    values: scaled(readings, powers),
    unit: unitBeside(text, { from, to }),
    measure: measureAt(countedBehind(text, to)),
    clock: setOf(clockOf(match[0], { before, after: text.slice(end, end + 24) })),
    isNegative: MINUS.test(before),
    written: match[0].replace(/[\u00a0\u202f]/g, ' '),
    powers,
    isAsked: true,
    from,
    to,
  };
}

function wordsOf(text: string, language: string | undefined): Amount[] {
  return numberWordsIn(text, language).map(({ value, isCounted, from, to }) => ({
    values: new Set([String(value)]),
    unit: isCounted ? unitBeside(text, { from, to }) : null,
    measure: isCounted ? measureAt(countedBehind(text, to)) : undefined,
    clock: NO_CLOCK,
    isAsked: isCounted && (value >= LEAST_IN_WORDS || unitBeside(text, { from, to }) !== null),
    isNegative: MINUS.test(text.slice(Math.max(0, from - 14), from)),
    written: text.slice(from, to),
    powers: [],
    from,
    to,
  }));
}

/** Joins 1億2000万 into one number. */
function joined(amounts: readonly Amount[], text: string): Amount[] {
  const found: Amount[] = [];
  for (const amount of amounts) {
    const last = found.at(-1);
    const [high = 0, low = 0] = [last?.powers.at(-1), amount.powers.at(-1)];
    const isOne = last?.to === amount.from && high > low && /[億亿억万萬만]$/.test(text.slice(0, last.to));
    if (!last || !isOne) found.push(amount);
    else {
      const sums = [...last.values].flatMap((one) =>
        [...amount.values].map((other) => String(Number(one) + Number(other))),
      );
      found[found.length - 1] = {
        ...amount,
        from: last.from,
        isNegative: last.isNegative,
        values: new Set(sums),
        written: text.slice(last.from, amount.to),
      };
    }
  }
  return found;
}

/** In "3 to 4 million", the 3 may be millions, too. */
function shareScales(text: string, amounts: readonly Amount[]): Amount[] {
  return amounts.map((amount, at) => {
    const next = amounts[at + 1];
    const isPlain = amount.powers.length === 1 && amount.powers[0] === 0;
    if (!next || !isPlain || next.powers.every((power) => power === 0)) return amount;
    if (!RANGE.test(text.slice(amount.to, next.from))) return amount;
    return { ...amount, values: new Set([...amount.values, ...scaled(amount.values, next.powers)]) };
  });
}

/** In "10 to 6 p.m.", the 10 may be a time, in either half of the day. */
function shareClocks(text: string, amounts: readonly Amount[]): Amount[] {
  return amounts.map((amount, at) => {
    const next = amounts[at + 1];
    const hour = Number(amount.written);
    const isShared = next && next.clock.size > 0 && amount.clock.size === 0 && hour >= 1 && hour <= 24;
    if (!isShared || !RANGE.test(text.slice(amount.to, next.from))) return amount;
    return { ...amount, clock: new Set([hour * 60, (hour + 12) * 60]) };
  });
}

const FROM_TO = /^ ?(?:[-–—]|to|bis|à|a|alle|às|tot|do|до) ?$/u;

/** In "Open from 9 to 17.", two whole hours without a unit may also be times. */
function bareHours(text: string, amounts: readonly Amount[]): Amount[] {
  const isBare = ({ written, clock }: Amount): boolean =>
    clock.size === 0 && /^\d{1,2}$/.test(written) && Number(written) <= 24;
  const begins = (at: number): boolean => {
    const [one, other] = [amounts[at], amounts[at + 1]];
    if (!one || !other || !isBare(one) || !isBare(other)) return false;
    const isRange =
      FROM_TO.test(text.slice(one.to, other.from)) && Number(one.written) < Number(other.written);
    return isRange && /^(?:[.,;!?)]|$)/.test(text.slice(other.to));
  };
  return amounts.map((amount, at) =>
    begins(at) || begins(at - 1) ? { ...amount, clock: setOf(Number(amount.written) * 60) } : amount,
  );
}

function withFraction(wholes: ReadonlySet<string>, part: string): ReadonlySet<string> {
  const [over = 0, under = 1] = part.normalize('NFKC').split('⁄').map(Number);
  return new Set([...wholes].map((whole) => String(Number((Number(whole) + over / under).toFixed(6)))));
}

/** Each number times each power of ten. */
export function scaled(numbers: ReadonlySet<string>, powers: Iterable<number>): ReadonlySet<string> {
  return new Set([...powers].flatMap((power) => [...numbers].map((number) => timesTen(number, power))));
}

function timesTen(number: string, power: number): string {
  if (power === 0 || !/^\d+(?:\.\d+)?$/.test(number)) return number;
  const [whole = '', decimals = ''] = number.split('.');
  const moved = decimals.padEnd(power, '0');
  return canonical(`${whole}${moved.slice(0, power)}.${moved.slice(power)}`);
}

function readingsOf(written: string, language: string | undefined): ReadonlySet<string> {
  const token = written.replace(/[ \u00a0\u202f'’]/g, '');
  if (token.includes(':')) return new Set([token]);
  const marks = [...token.matchAll(/[.,]/g)].map((match) => match[0]);
  const groups = token.split(/[.,]/);
  const asWhole = groups.join('');
  if (/^[1-9]\d?(?:,\d{2})+,\d{3}$/.test(token)) return new Set([asWhole]);
  const readings = new Set<string>();
  const isGrouped =
    groups.slice(1).every((group) => group.length === 3) && /^[1-9]\d{0,2}$/.test(groups[0] ?? '');
  const isEither = marks.length === 1 && isGrouped;
  const decimal = isEither ? decimalMark(language) : null;
  // All marks are thousands separators.
  const areThousands = isGrouped && new Set(marks).size === 1;
  if (marks.length === 0 || (areThousands && marks[0] !== decimal)) readings.add(canonical(asWhole));
  // The last mark is the decimal separator.
  const isLast = marks.length === 1 || (marks.length > 1 && marks.at(-1) !== marks[0]);
  if (isLast && (decimal === null || marks[0] === decimal)) {
    readings.add(canonical(`${groups.slice(0, -1).join('')}.${groups.at(-1) ?? ''}`));
  }
  // A date or a version: 1.11.2026. Compared as written.
  if (readings.size === 0) readings.add(token);
  return readings;
}

/** Languages that use either separator, depending on the country. */
const EITHER = new Set(['es', 'ar', 'fa', 'ur']);
const decimalMarks = new Map<string, string | null>();

/** Decimal separator of a language, `.` or `,`; null if uncertain. */
function decimalMark(language: string | undefined): string | null {
  if (language === undefined || EITHER.has(language)) return null;
  const known = decimalMarks.get(language);
  if (known !== undefined) return known;
  const part = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const mark = part && /^[.,]$/.test(part.value) ? part.value : null;
  decimalMarks.set(language, mark);
  return mark;
}

function canonical(number: string): string {
  const [whole = '', decimals = ''] = number.split('.');
  const plain = whole.replace(/^0+(?=\d)/, '');
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? plain : `${plain}.${rest}`;
}
