import { asciiDigits } from '#server/lib/ascii-digits.ts';

/** A run of digits with its separators, as written in any script. */
export interface Figure {
  /** With digits 0-9. */
  readonly written: string;
  readonly from: number;
  readonly to: number;
  /** Possible values: 1.234 is over a thousand in German, and just over one in English. */
  readonly values: readonly number[];
  /** Decimal places, if its last mark is a decimal separator. */
  readonly decimals: number;
}

const FIGURE = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:]\d+)*/g;

/**
 * Finds the figures of a text. What is no number (a date, a time, a version) counts part by part. Keeps positions, so
 * they can be cut out.
 */
export function figuresIn(text: string): Figure[] {
  const plain = asciiDigits(text).replace(/٫/g, '.').replace(/٬/g, ',');
  return [...plain.matchAll(FIGURE)].flatMap((match) => toFigures(match[0], match.index));
}

function toFigures(written: string, from: number): Figure[] {
  const token = written.replace(/[ \u00a0\u202f'’]/g, '');
  const groups = token.split(/[.,:]/);
  const marks = token.match(/[.,:]/g) ?? [];
  const values = valuesOf(groups, marks);
  if (values.length > 0) {
    const hasDecimals = marks.length > 0 && !(values.length === 1 && values[0] === Number(groups.join('')));
    const decimals = hasDecimals ? (groups.at(-1)?.length ?? 0) : 0;
    return [{ written: token, from, to: from + written.length, values, decimals }];
  }
  let at = from;
  return groups.flatMap((part) => {
    const figure = { written: part, from: at, to: at + part.length, values: [Number(part)], decimals: 0 };
    at += part.length + 1;
    // A whole hour says no minutes.
    return part === '00' ? [] : [figure];
  });
}

/** None: not one number. */
function valuesOf(groups: readonly string[], marks: readonly string[]): number[] {
  const whole = Number(groups.join(''));
  if (marks.length === 0) return [whole];
  if (marks.includes(':')) return [];
  const [first = '', ...others] = groups;
  const last = others.at(-1) ?? '';
  const isOneMark = new Set(marks).size === 1;
  const inThrees = /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3);
  // 12,34,567 as in India.
  const inTwos = /^[1-9]\d?$/.test(first) && others.slice(0, -1).every(({ length }) => length === 2);
  if (isOneMark && (inThrees || (inTwos && marks.length > 1 && last.length === 3))) {
    return marks.length === 1 ? [whole, Number(`${first}.${last}`)] : [whole];
  }
  // One mark, or another last one, separates decimals.
  if (
    marks.length === 1 ||
    (marks.at(-1) !== marks[0] && marks.lastIndexOf(marks[0] ?? '') === marks.length - 2)
  )
    return [Number(`${groups.slice(0, -1).join('')}.${last}`)];
  return [];
}
