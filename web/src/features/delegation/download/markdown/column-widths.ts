import { widthOf } from '../../chart/fit-text.ts';

/** All widths are in heights of a letter. A column is never wider for its content: longer texts wrap. */
const WIDEST = 24;
/** A longer word is broken. */
const LONGEST_WORD = 14;
const NARROWEST = 5;
/** Spaces at which a line may end, which those in a number don't allow. */
const BREAK = /[^\S\u00a0\u202f]+/;
/** Between a text and both borders of its cell. */
const MARGINS = 1.2;

/**
 * Relative widths of columns: as their longest lines, if the page has room for these. Else each keeps its longest
 * word, such as a date or an amount, and what is left is shared out: a number that goes on in the next line is
 * misread.
 */
export function columnWidths(columns: readonly (readonly string[])[]): number[] {
  const wished = columns.map((texts) =>
    within(
      WIDEST,
      texts.flatMap((text) => text.split('\n')),
    ),
  );
  const least = columns.map((texts) =>
    within(
      LONGEST_WORD,
      texts.flatMap((text) => text.split(BREAK)),
    ),
  );
  const more = sum(wished) - sum(least);
  const share = more <= 0 ? 1 : Math.min(1, Math.max(0, roomFor(columns.length) - sum(least)) / more);
  return least.map((width, at) => width + share * ((wished[at] ?? width) - width));
}

/** Points between the margins of a page. */
export const PAGE_WIDTH = 451.3;

/** Points of a table's text: the more columns, the smaller, as `result.typ` has it for PDFs. Null: as the text around it. */
export const tableSize = (columns: number): number | null => (columns > 8 ? 7 : columns > 5 ? 8.5 : null);

const BODY_SIZE = 11;
const roomFor = (columns: number): number => Math.floor(PAGE_WIDTH / (tableSize(columns) ?? BODY_SIZE));

const within = (most: number, texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.min(most, Math.max(width, widthOf(text, 1) + MARGINS)), NARROWEST);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
