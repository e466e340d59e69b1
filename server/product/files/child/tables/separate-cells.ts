import Papa from 'papaparse';
import { commonWidth, findDelimiter, SAMPLE_ROWS, sampleOf } from './find-delimiter.ts';
import { CELL_END, spreadSpaces } from './spread-spaces.ts';

export interface SeparatedText {
  /** Of lines that end in `\n`. */
  readonly text: string;
  readonly delimiter: string;
  /** `spaces`: gaps between the words were taken for the ends of cells. `none`: each line is one cell. */
  readonly by: 'sign' | 'spaces' | 'none';
}

/** The record separator of ASCII: ends rows, in files that have it. */
export const RECORD_END = '\u001e';

/** A first line that names what stands between the cells, as spreadsheets write it. */
const NAMED = /^sep=([^\n]{1,9})\n/;

/** A text of rows and cells, with what stands between its cells. */
export function separateCells(source: string): SeparatedText {
  const lines = source.replace(/\r\n?/g, '\n').replaceAll(RECORD_END, '\n');
  const text = lines.replace(NAMED, '');
  const named = NAMED.exec(lines)?.[1];
  // What nobody sees divides no cells, whatever a file says.
  const delimiter = named && /^(?:[ \t]|\S+)$/.test(named) ? named : findDelimiter(text);
  if (delimiter !== null) return { text, delimiter, by: 'sign' };
  const spread = spreadSpaces(text);
  return spread === null
    ? { text, delimiter: CELL_END, by: 'none' }
    : { text: spread, delimiter: CELL_END, by: 'spaces' };
}

/** What stands between the cells, and how many of them most rows of the beginning have: before everything is read. */
export function firstRows(source: string): { delimiter: string; width: number } {
  const { text, delimiter } = separateCells(sampleOf(source));
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true });
  return { delimiter, width: commonWidth(data) };
}
