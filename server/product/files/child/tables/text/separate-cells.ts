import { cutRows } from './cut-rows.ts';
import { evenTabs } from './even-tabs.ts';
import { findDelimiter, findDelimiterBelowNotes } from './find-delimiter.ts';
import { CELL_END, spreadColumns, spreadGaps } from './spread-spaces.ts';
import { toLines } from './to-lines.ts';

export interface SeparatedText {
  /** Of lines that end in `\n`. */
  readonly text: string;
  readonly delimiter: string;
  /** `spaces`: gaps between the words were taken for the ends of cells. `none`: each line is one cell. */
  readonly by: 'sign' | 'spaces' | 'none';
}

/** A first line that names what stands between the cells, as spreadsheets write it. */
const NAMED = /^sep=([^\n]{1,9})\n/;
/** What nobody sees divides no cells, whatever a file says. */
const VISIBLE = /^(?:[ \t]|\S+)$/;

/** The beginning of a text, which tells how all of it is written. */
const SAMPLE = 256 * 1024;

/** A text of rows and cells, with what stands between its cells. */
export function separateCells(source: string): SeparatedText {
  const lines = toLines(source);
  const unnamed = lines.replace(NAMED, '');
  const named = namedIn(lines, unnamed.slice(0, SAMPLE));
  const text = named === null ? evenTabs(unnamed, unnamed.slice(0, SAMPLE)) : unnamed;
  const sample = text.slice(0, SAMPLE);
  const bySign = (delimiter: string): SeparatedText => ({ text, delimiter, by: 'sign' });
  const bySpaces = (spread: string): SeparatedText => ({ text: spread, delimiter: CELL_END, by: 'spaces' });

  const sign = named ?? findDelimiter(sample);
  if (sign !== null) return bySign(sign);
  const columns = spreadColumns(text);
  if (columns !== null) return bySpaces(columns);
  const below = findDelimiterBelowNotes(sample);
  if (below !== null) return bySign(below);
  const gaps = spreadGaps(text);
  return gaps === null ? { text, delimiter: CELL_END, by: 'none' } : bySpaces(gaps);
}

/** Null: none is named, or it divides nothing. */
function namedIn(lines: string, sample: string): string | null {
  const named = NAMED.exec(lines)?.[1];
  if (named === undefined || !VISIBLE.test(named)) return null;
  return cutRows(sample, named).width > 1 ? named : null;
}

/** What stands between the cells, and how many of them most rows of the beginning have: before everything is read. */
export function firstRows(source: string): { delimiter: string; width: number } {
  const { text, delimiter } = separateCells(source.slice(0, SAMPLE));
  return { delimiter, width: cutRows(text, delimiter).width };
}
