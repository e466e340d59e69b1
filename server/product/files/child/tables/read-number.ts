/** Which mark divides the decimals of a column. */
export type DecimalMark = '.' | ',';

/** Signs of money and measure that may stand before or behind a number. */
const UNIT = /^(?:[\p{Sc}%]|CHF|EUR|USD|GBP|JPY|PLN|CZK|SEK|NOK|DKK|INR|kr|zł|Kč|Fr\.?)$/u;
const PARTS =
  /^(\()?\s*([+\-−–]?)\s*(\D{0,4}?)\s*([+\-−–]?)(\d[\d.,'’ \u00a0\u202f]*)\s*(-?)(\D{0,4}?)\s*(\))?$/u;

/** A number as it is written, taken apart. */
export interface WrittenNumber {
  readonly sign: 1 | -1;
  /** Digits and marks, without spaces and apostrophes. */
  readonly digits: string;
  readonly unit: string;
}

/** Null: it is no number, or one whose digits are a name: a leading zero, more of them than a number holds. */
export function takeApart(cell: string): WrittenNumber | null {
  const found = PARTS.exec(cell);
  if (!found) return null;
  const [, open, first, before = '', second, written = '', behind, after = '', close] = found;
  const unit = before.trim() || after.trim();
  if (unit !== '' && !UNIT.test(unit)) return null;
  if ((open === undefined) !== (close === undefined)) return null;
  const digits = written.replace(/['’\s\u00a0\u202f]/g, '');
  if (/^0\d/.test(digits) || digits.replace(/\D/g, '').length > 15 || /[.,]$/.test(digits)) return null;
  // A plus and many digits: a telephone number.
  if ((first === '+' || second === '+') && /^\d{8,}$/.test(digits)) return null;
  const isNegative = open !== undefined || /[-−–]/.test(`${first}${second}${behind}`);
  return { sign: isNegative ? -1 : 1, digits, unit };
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
  return rest.length === 3 && whole.length <= 3 && whole !== '0' ? 'either' : last;
}

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** The value of a cell; null where it is none under this mark. */
export function readNumber(cell: string, mark: DecimalMark): number | null {
  // Nearly every cell of nearly every file.
  if (mark === '.' && PLAIN.test(cell)) return Number(cell);
  const parts = takeApart(cell);
  if (parts === null) return null;
  const { sign, digits } = parts;
  const thousands = mark === '.' ? ',' : '.';
  const [whole = '', decimals, ...more] = digits.split(mark);
  if (more.length > 0 || decimals?.includes(thousands)) return null;
  const groups = whole.split(thousands);
  if (groups.length > 1 && groups.slice(1).some((group) => group.length !== 3)) return null;
  return sign * Number(`${groups.join('')}${decimals === undefined ? '' : `.${decimals}`}`);
}

export function looksLikeNumber(cell: string): boolean {
  return takeApart(cell.trim()) !== null;
}
