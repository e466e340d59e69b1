import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { currenciesOf } from '#server/lib/currencies.ts';

/** Which mark divides the decimals of a column. */
export type DecimalMark = '.' | ',';

/** Signs of money and shares, before a number or behind it. */
const SIGN =
  /^(?:[\p{Sc}%٪]|CHF|EUR|USD|GBP|JPY|PLN|CZK|SEK|NOK|DKK|INR|kr|zł|Kč|Fr\.?|Rs\.?|(?:US|CA?|AU?|NZ|HK|NT|S|R|MX)\$)$/u;
/** Behind it alone: `g1` is a name. Not `m`, which is metres here and millions there. */
const MEASURE =
  /^(?:Ft|Lei|TL|円|元|원|руб\.?|грн\.?|[km]?g|t|lbs?|oz|[kcm]m|k?m²|[mh]?l|kWh|°[CF]|h|min|pcs|Stk\.?)$/u;
const PARTS =
  /^(\()?\s*([+\-−–]?)\s*(\D{0,4}?)(\s*)([+\-−–]?)((?:(?<!\p{L})[.,])?\d[\d.,'’ \u00a0\u202f]*)\s*(-?)(\D{0,4}?)\s*(\))?$/u;
/** In brackets alone, its money outside of them: `$(20)`, `(20) €`. */
const BRACKETS = /^(\p{Sc}?)\s*\(([^()]+)\)\s*([\p{Sc}%]?)$/u;
/** One mark for the decimals at most, and thousands in threes, or in twos below a lakh: no day, no version, no address. */
const DIGITS =
  /^(?:\d*[.,]\d+|\d+|\d+(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?)$/;

/** The digits of all scripts as 0 to 9, with the marks of those that have their own: no other sign divides thousands in Arabic. */
function withPlainDigits(cell: string): string {
  if (/^\p{ASCII}*$/u.test(cell)) return cell;
  return asciiDigits(cell).replace(/[٫．]/g, '.').replace(/，/g, ',').replace(/٬/g, '');
}

/** A number as it is written, taken apart. */
export interface WrittenNumber {
  readonly sign: 1 | -1;
  /** Digits and marks, without spaces and apostrophes. */
  readonly digits: string;
  readonly unit: string;
}

const isMoney = (unit: string): boolean => currenciesOf(unit).length > 0;

/** Null: it is no number, or one whose digits are a name: a leading zero, more of them than a number holds. */
export function takeApart(cell: string): WrittenNumber | null {
  const found = PARTS.exec(withPlainDigits(cell).replace(BRACKETS, '($1$2$3)'));
  if (!found) return null;
  const [, open, first, before = '', gap, second, written = '', minus, after = '', close] = found;
  const [ahead, behind] = [before.trim(), after.trim()];
  if (ahead !== '' && !SIGN.test(ahead) && !(isMoney(ahead) && gap !== '')) return null;
  if (behind !== '' && !SIGN.test(behind) && !MEASURE.test(behind) && !isMoney(behind)) return null;
  if ((open === undefined) !== (close === undefined)) return null;
  const digits = written.replace(/['’\s\u00a0\u202f]/g, '');
  if (/^0\d/.test(digits) || digits.replace(/\D/g, '').length > 15 || !DIGITS.test(digits)) return null;
  // A plus and many digits: a telephone number.
  if ((first === '+' || second === '+') && /^\d{8,}$/.test(digits)) return null;
  const isNegative = open !== undefined || /[-−–]/.test(`${first}${second}${minus}`);
  return { sign: isNegative ? -1 : 1, digits, unit: ahead || behind };
}

/** Which mark must divide the decimals of this number; null where it could be either, or has none. */
export function decimalMarkOf(digits: string): DecimalMark | 'either' | null {
  const marks = digits.match(/[.,]/g);
  if (marks === null) return null;
  const last = marks.at(-1) === ',' ? ',' : '.';
  const other: DecimalMark = last === ',' ? '.' : ',';
  if (new Set(marks).size === 2) return last;
  // Several of a kind divide thousands.
  if (marks.length > 1) return other;
  const [whole = '', rest = ''] = digits.split(last);
  return rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? 'either' : last;
}

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** The value of a cell; null where it is none under this mark. `onUnit` is told the unit of one that has it. */
export function readNumber(cell: string, mark: DecimalMark, onUnit?: (unit: string) => void): number | null {
  // Nearly every cell of nearly every file.
  if (mark === '.' && PLAIN.test(cell)) return Number(cell);
  const parts = takeApart(cell);
  if (parts === null) return null;
  const { sign, digits, unit } = parts;
  const thousands = mark === '.' ? ',' : '.';
  const [whole = '', decimals, ...more] = digits.split(mark);
  if (more.length > 0 || decimals?.includes(thousands)) return null;
  const groups = whole.split(thousands);
  // What all of them are long, DIGITS says; the last one is no pair.
  if (groups.length > 1 && groups.at(-1)?.length !== 3) return null;
  if (unit !== '') onUnit?.(unit);
  return sign * Number(`${groups.join('')}${decimals === undefined ? '' : `.${decimals}`}`);
}

export function looksLikeNumber(cell: string): boolean {
  return takeApart(cell.trim()) !== null;
}
