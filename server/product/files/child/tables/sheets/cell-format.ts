import { currenciesOf } from '#server/lib/currencies.ts';
import { takeApart } from '../columns/read-number.ts';

/** Writes a stored value as the text that the table reader expects: `2026-11-20`, `25%`, `€12.5`. */
export type CellFormat = (stored: string, isFrom1904: boolean) => string;

/** Formats by number that files don't define: ECMA-376 part 1, 18.8.30. Others of the first 164 are plain. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Dates of East Asian calendars. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The format of a number in the style sheet, with its code if the file defines one. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  return formatOfCode(code ?? BUILT_IN[id] ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : ''));
}

/** `[$€-407]`, `[$-409]`: a currency, and a language. */
const CURRENCY = /\[\$([^\]-]*)(?:-[^\]]*)?\]/g;
const QUOTED = /"([^"]*)"|\\(.)/g;
/** Colours, conditions, and padding. */
const ASIDE = /\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*./gi;

/** One word for any number but zero, another for zero, as LibreOffice writes its format for true and false. */
const LOGICAL = /^"([^"]+)";"\1";"[^"]+"$/;

const toLogical: CellFormat = (stored) => (Number(stored) === 0 ? 'FALSE' : 'TRUE');

/** Digits with the zeros before them, as postcodes and article numbers have them. Two are those of an hour or a month. */
const PADDED = /^0{3,}$/;

const toPadded = (stored: string, digits: number): string =>
  /^\d+$/.test(stored) ? stored.padStart(digits, '0') : toPlain(stored);

function formatOfCode(code: string): CellFormat {
  if (LOGICAL.test(code)) return toLogical;
  // The first of four parts is for positive numbers.
  const [positive = ''] = code.split(';');
  const bare = positive.replace(CURRENCY, '').replace(QUOTED, '').replace(ASIDE, '').toLowerCase();
  if (/^general$/.test(bare)) return toPlain;
  if (/\[(?:h|m|s)+\]/.test(bare)) return (stored) => writeHours(Number(stored) * 24);
  if (PADDED.test(bare)) return (stored) => toPadded(stored, bare.length);
  const tokens = bare.replace(/am\/pm|a\/p/g, '').replace(/e[+-]/g, '');
  if (/[ymdhs]/.test(tokens)) return /[yd]|mmm|^m+$/.test(tokens) ? toDate : toTime;
  const unit = bare.includes('%') ? '%' : (currencyIn(positive) ?? measureIn(positive));
  return unit === null ? toPlain : (stored) => writeNumber(stored, unit);
}

/** A number as it's shown with its unit: a percent sign, a currency, a measure, or none. */
export function writeNumber(stored: string, unit: string): string {
  if (unit === '') return toPlain(stored);
  return unit === '%' ? `${toPlain(String(Number(stored) * 100))}%` : `${toPlain(stored)} ${unit}`;
}

/** A length of time, which can be added up, to the second. */
export const writeHours = (hours: number): string => `${toPlain(String(Math.round(hours * 3600) / 3600))} h`;

/** The one currency that a code names. */
function currencyIn(code: string): string | null {
  const named = [...code.matchAll(CURRENCY), ...code.matchAll(QUOTED)].map(([, first = '', second = '']) =>
    (first || second).trim(),
  );
  const bare =
    code
      .replace(CURRENCY, '')
      .replace(QUOTED, '')
      .match(/\p{Sc}/gu) ?? [];
  const found = [...new Set([...named, ...bare])].filter((sign) => currenciesOf(sign).length > 0);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `0.0 "kg"`: a word right behind the digits. Behind a comma, as in `0,"k"`, it stands for thousands. */
const BEHIND = /[0#?](?:\\? |_.)*"\s*([^"]+?)\s*"$/;

/** The unit that a code writes behind a number, if it's known as one. */
function measureIn(code: string): string | null {
  const unit = BEHIND.exec(code)?.[1] ?? '';
  return unit !== '' && takeApart(`1 ${unit}`)?.unit === unit ? unit : null;
}

/** Enough for what a spreadsheet stores: the rest is noise of its arithmetic. */
const PRECISION = 15;
const SHORT = /^-?\d{1,9}(?:\.\d{1,2})?$/;

/**
 * A number with a decimal point that can't be taken for one of thousands: `1.234` becomes `1.2340`. Never with an
 * exponent.
 */
function toPlain(stored: string): string {
  if (SHORT.test(stored)) return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const rounded = Number(value.toPrecision(PRECISION));
  let text = String(rounded);
  if (text.includes('e'))
    text = Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/\.?0+$/, '') : BigInt(rounded).toString();
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

const DAY = 86_400_000;

/** 1 is 1 January 1900, and 60 the 29 February that this year didn't have; or 0 is 1 January 1904. */
function toDate(stored: string, isFrom1904: boolean): string {
  const serial = Number(stored);
  if (stored === '' || !Number.isFinite(serial)) return stored;
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const moment = new Date(start + Math.round((serial * DAY) / 1000) * 1000);
  // Not a moment that a calendar has, nor one that a spreadsheet can show.
  if (Number.isNaN(moment.getTime()) || serial < 0 || moment.getUTCFullYear() > 9999) return toPlain(stored);
  const [day = '', time = ''] = moment.toISOString().split(/[T.]/);
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function toTime(stored: string, isFrom1904: boolean): string {
  const serial = Number(stored);
  if (stored === '' || !Number.isFinite(serial)) return stored;
  if (serial >= 1) return toDate(stored, isFrom1904);
  return serial < 0
    ? toPlain(stored)
    : new Date(Math.round((serial * DAY) / 1000) * 1000).toISOString().slice(11, 19);
}
