import { asciiDigits } from '#server/lib/ascii-digits.ts';
import { currenciesOf } from '#server/lib/currencies.ts';

/** Decimal separator of a column. */
export type DecimalMark = '.' | ',';

/** Currency and percent signs, before or after a number. */
const SIGN =
  /^(?:[\p{Sc}%٪]|CHF|EUR|USD|GBP|JPY|PLN|CZK|SEK|NOK|DKK|INR|kr|zł|Kč|Fr\.?|Rs\.?|(?:US|CA?|AU?|NZ|HK|NT|S|R|MX)\$)$/u;
/** Units, only after a number, since `g1` is a name. Without `m`, which may be metres or millions. */
const MEASURE =
  /^(?:Ft|Lei|TL|円|元|원|руб\.?|грн\.?|[km]?g|t|lbs?|oz|[kcm]m|k?m²|[mh]?l|kWh|°[CF]|h|min|pcs|Stk\.?)$/u;
const PARTS =
  /^(\()?\s*([+\-−–]?)\s*(\D{0,4}?)(\s*)([+\-−–]?)((?:(?<!\p{L})[.,])?\d[\d.,'’ \u00a0\u202f]*)\s*(-?)(\D{0,5}?)\s*(\))?$/u;
/** A number in brackets, with the currency outside: `$(20)`, `(20) €`. */
const BRACKETS = /^(\p{Sc}?)\s*\(([^()]+)\)\s*([\p{Sc}%]?)$/u;
/**
 * At most one decimal separator, and thousands in groups of three, or of two above a lakh, to exclude dates,
 * versions and addresses.
 */
const DIGITS =
  /^(?:\d*[.,]\d+|\d+|\d+(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?)$/;

/**
 * Converts digits of all scripts to ASCII, and the separators of those that have their own; Arabic uses no
 * other thousands separator.
 */
function withPlainDigits(cell: string): string {
  if (/^\p{ASCII}*$/u.test(cell)) return cell;
  return asciiDigits(cell).replace(/[٫．]/g, '.').replace(/，/g, ',').replace(/٬/g, '');
}

/** A written number, split into its parts. */
export interface WrittenNumber {
  readonly sign: 1 | -1;
  /** Digits and separators, without spaces and apostrophes. */
  readonly digits: string;
  readonly unit: string;
  /** Power of ten that the digits are multiplied by. */
  readonly power: number;
  /** `1.5E+05`, of which further digits aren't known, and `1.2k`. */
  readonly notation: 'exponent' | 'short' | null;
  /** It has the mark of a note, such as `1,204*`. */
  readonly isMarked: boolean;
}

/** Always with a sign, as spreadsheets write it: `12E5` is a code. */
const EXPONENT = /(?<=\d)E([+-]\d{1,3})(?=\D|$)/i;
const NOTE_MARK = /(?<=[\d)%\p{Sc}])\s?(?:[*†‡§]{1,3}|[⁰¹²³⁴-⁹]{1,2})$/u;
/** Thousands and millions, where no unit follows but a currency. Small, `m` may be metres. */
const SHORT: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6 };

/** Splits what stands behind a number: `k €` is a thousand euros. Null if it says nothing about a number. */
function readBehind(behind: string): Pick<WrittenNumber, 'unit' | 'power'> | null {
  if (behind === '' || SIGN.test(behind) || MEASURE.test(behind) || isMoney(behind))
    return { unit: behind, power: 0 };
  const power = SHORT[behind.charAt(0)];
  const unit = behind.slice(1).trim();
  return power !== undefined && (unit === '' || isMoney(unit)) ? { unit, power } : null;
}

const isMoney = (unit: string): boolean => currenciesOf(unit).length > 0;

/** Nothing but digits, a minus and a point, and few enough to be a number: nearly every one. */
const PLAIN_SHORT = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;

/**
 * Null if it is no number, or its digits are an identifier: with a leading zero, or more of them before the
 * decimals than a number can hold.
 */
export function takeApart(cell: string): WrittenNumber | null {
  if (PLAIN_SHORT.test(cell)) {
    const isNegative = cell.startsWith('-');
    const digits = isNegative ? cell.slice(1) : cell;
    return { sign: isNegative ? -1 : 1, digits, unit: '', power: 0, notation: null, isMarked: false };
  }
  const plain = withPlainDigits(cell);
  const unmarked = plain.replace(NOTE_MARK, '');
  const [exponent = '', power = '0'] = EXPONENT.exec(unmarked) ?? [];
  const found = PARTS.exec(unmarked.replace(exponent, '').replace(BRACKETS, '($1$2$3)'));
  if (!found) return null;
  const [, open, first, before = '', gap, second, written = '', minus, after = '', close] = found;
  const [ahead, behind] = [before.trim(), after.trim()];
  if (ahead !== '' && !SIGN.test(ahead) && !(isMoney(ahead) && gap !== '')) return null;
  const said = readBehind(behind);
  if (said === null) return null;
  if ((open === undefined) !== (close === undefined)) return null;
  const digits = written.replace(/['’\s\u00a0\u202f]/g, '');
  if (/^0\d/.test(digits) || isTooLong(digits) || !DIGITS.test(digits)) return null;
  // A plus and many digits are a phone number.
  if ((first === '+' || second === '+') && /^\d{8,}$/.test(digits)) return null;
  const isNegative = open !== undefined || /[-−–]/.test(`${first}${second}${minus}`);
  return {
    sign: isNegative ? -1 : 1,
    digits,
    unit: ahead || said.unit,
    power: Number(power) + said.power,
    notation: exponent === '' ? (said.power === 0 ? null : 'short') : 'exponent',
    isMarked: unmarked !== plain,
  };
}

/** More than a number can hold. */
const DIGITS_MAX = 15;

/** Goes by the digits before the decimals, of which a computed number may have any count; three could be thousands. */
const isTooLong = (digits: string): boolean =>
  digits.length > DIGITS_MAX &&
  digits.replace(/[.,](?!\d{3}$)\d+$/, '').replace(/\D/g, '').length > DIGITS_MAX;

/** Decimal separator implied by a number; null if it has none, `either` if it is ambiguous. */
export function decimalMarkOf(digits: string): DecimalMark | 'either' | null {
  const marks = digits.match(/[.,]/g);
  if (marks === null) return null;
  const last = marks.at(-1) === ',' ? ',' : '.';
  const other: DecimalMark = last === ',' ? '.' : ',';
  if (new Set(marks).size === 2) return last;
  // A repeated mark separates thousands.
  if (marks.length > 1) return other;
  const [whole = '', rest = ''] = digits.split(last);
  return rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? 'either' : last;
}

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/**
 * Value of a cell; null if it is no number with this decimal separator. Calls `onWritten` with its parts if
 * it is more than plain digits.
 */
export function readNumber(
  cell: string,
  mark: DecimalMark,
  onWritten?: (number: WrittenNumber) => void,
): number | null {
  // Fast path for nearly every cell.
  if (mark === '.' && PLAIN.test(cell)) return Number(cell);
  const parts = takeApart(cell);
  if (parts === null) return null;
  const { sign, digits, power } = parts;
  const thousands = mark === '.' ? ',' : '.';
  const [whole = '', decimals, ...more] = digits.split(mark);
  if (more.length > 0 || decimals?.includes(thousands)) return null;
  const groups = whole.split(thousands);
  // DIGITS has checked the group lengths; the last group is never a pair.
  if (groups.length > 1 && groups.at(-1)?.length !== 3) return null;
  // As a text, which is exact: 1.1 times a million isn't.
  const value = sign * Number(`${groups.join('')}${decimals === undefined ? '' : `.${decimals}`}e${power}`);
  // Beyond 1E+308 there are none.
  if (!Number.isFinite(value)) return null;
  onWritten?.(parts);
  return value;
}

export function looksLikeNumber(cell: string): boolean {
  return takeApart(cell.trim()) !== null;
}
