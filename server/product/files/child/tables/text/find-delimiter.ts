import Papa from 'papaparse';
import { looksLikeNumber } from '../columns/read-number.ts';

/** The start of a text, taken as representative. */
const SAMPLE = 256 * 1024;
export const SAMPLE_ROWS = 200;
/** The first one wins a tie: with decimal commas, semicolons separate cells. */
const DELIMITERS = [';', '\t', '|', ','];
/** Excel names the delimiter on a line of its own. */
const NAMED = /^sep=([[\t \p{P}\p{S}]--["]])\n/iv;
/** Delimiters within numbers, dates and sentences. */
const PUNCTUATION = /(?<=\d),(?=\d)|[,;](?=\s|$)/gm;
const TABS = /\t+/g;
/** Lines above a table that a program has marked as notes. */
const COMMENTS = /^#(?:[ \t].*)?(?:\n|$)/gm;
export const withoutComments = (text: string): string => text.replace(COMMENTS, '');

export interface DelimitedText {
  /** Without the line that names the delimiter. */
  readonly text: string;
  /** Null if each line is one cell. */
  readonly delimiter: string | null;
  /** Number of cells of most of the first rows. */
  readonly width: number;
}

/**
 * Finds which of four delimiters splits the first rows most evenly and leaves the fewest others in the cells.
 */
export function findDelimiter(source: string): DelimitedText {
  const text = source.replace(NAMED, '');
  const start = text.slice(0, SAMPLE);
  // A file of nothing else is a list, or a document.
  const sample = withoutComments(start) || start;
  const named = NAMED.exec(source)?.[1];
  const asNamed = named === undefined ? null : cutRows(sample, named);
  const cut = asNamed && asNamed.width > 1 ? asNamed : bestCut(sample);
  return { text, delimiter: cut?.delimiter ?? null, width: cut?.width ?? 1 };
}

function bestCut(sample: string): Cut | null {
  const [best] = DELIMITERS.map((delimiter) => cutRows(sample, delimiter))
    .filter(({ width }) => width > 1)
    .toSorted((a, b) => b.score - a.score || b.width - a.width);
  return best === undefined || isOneColumn(sample, best) || isAlignedByTabs(sample, best) ? null : best;
}

/** Below a header without a comma, those in `12,50` and `Meier, Anna` separate no cells. */
function isOneColumn(sample: string, { delimiter, isHeadCut }: Cut): boolean {
  return !isHeadCut && !sample.replace(PUNCTUATION, '').includes(delimiter);
}

/** Tabs used for alignment: as single delimiters, those of `Bo\t\t7` would shift values into other columns. */
function isAlignedByTabs(sample: string, { delimiter, evenness }: Cut): boolean {
  return delimiter === '\t' && evenness < 1 && cutRows(sample.replace(TABS, '\t'), '\t').evenness === 1;
}

interface Cut {
  readonly delimiter: string;
  readonly width: number;
  /** Share of rows that have this width. */
  readonly evenness: number;
  readonly score: number;
  readonly isHeadCut: boolean;
}

function cutRows(sample: string, delimiter: string): Cut {
  const options = { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true };
  const { data: rows } = Papa.parse<string[]>(sample, options);
  const width = commonWidth(rows);
  const even = rows.filter((row) => row.length === width);
  const others = DELIMITERS.filter((each) => each !== delimiter);
  const isClean = (cell: string): boolean =>
    !others.some((other) => cell.trim().includes(other)) || looksLikeNumber(cell);
  const clean = even.flat().filter(isClean).length / (even.length * width);
  // A header with another delimiter in it is split in the wrong place.
  const isHeadClean = even[0]?.every(isClean) === true;
  const evenness = even.length / rows.length;
  const score = evenness * clean + (isHeadClean ? 1 : 0);
  return { delimiter, width, evenness, score, isHeadCut: rows[0]?.length === width };
}

/** Most frequent number of cells; the larger one in a tie. */
export function commonWidth(rows: readonly { readonly length: number }[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [most = [0]] = [...counts].toSorted(([a, some], [b, others]) => others - some || b - a);
  return most[0];
}
