import Papa from 'papaparse';
import { looksLikeNumber } from './read-number.ts';

const USUAL = [',', ';', '\t', '|'];
/** A character that may stand between cells: no letter, no digit, and none that words, numbers and names are made of. */
const SIGN = /[[\p{P}\p{S}\p{Cc}]--[\p{Sc}\0\n"'’.\-–—_@\(\)\[\]\{\}\x26+%]]/gv;
const SIGNS = new RegExp(`${SIGN.source}+`, 'gv');
/** A colon is more often a part of a time or an address, a slash one of a date. */
const PART_OF_CELLS: Readonly<Record<string, RegExp>> = {
  ':': /\b\d{1,2}:\d{2}\b|:\/\//,
  '/': /\b\d{1,4}\/\d{1,2}\/\d{2,4}\b|:\/\//,
};
/** How evenly an unusual one has to cut. */
const EVENLY = 0.95;
/** Of several signs between two cells. */
const LONGEST = 5;
/** Rows that tell how all of a table is written. */
export const SAMPLE_ROWS = 200;
const SAMPLE = 256 * 1024;

/** The beginning of a text, which tells how all of it is written. */
export const sampleOf = (text: string): string => text.slice(0, SAMPLE);

/**
 * What stands between the cells: any sign, or several. The one that cuts most rows into equally many cells wins, but
 * not where it leaves another one of them standing in the cells: `Bern;1,5;2,7` is cut evenly by its decimal commas
 * too. Null: nothing but letters, numbers and spaces divides the lines.
 */
export function findDelimiter(text: string): string | null {
  const sample = sampleOf(text);
  const found = bestOf(USUAL, sample, 0) ?? bestOf(unusualSigns(sample), sample, EVENLY);
  return found && withNeighbours(found, sample);
}

/** Signs, and runs of them, that stand in most lines; tried where no usual one cuts anything. */
function unusualSigns(sample: string): string[] {
  const lines = sample.split('\n', SAMPLE_ROWS).filter((line) => line.trim() !== '');
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const sign of new Set([...(line.match(SIGN) ?? []), ...(line.match(SIGNS) ?? [])]))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts]
    .filter(([sign, count]) => count > lines.length / 2 && !PART_OF_CELLS[sign]?.test(sample))
    .map(([sign]) => sign);
}

/** `||` where no `|` stands alone, `~|~` where all of them are written so. */
function withNeighbours(delimiter: string, sample: string): string {
  const runs = (sample.match(SIGNS) ?? []).filter((run) => run.includes(delimiter));
  const [first = delimiter] = runs;
  return first.length <= LONGEST && runs.every((run) => run === first) ? first : delimiter;
}

/** Null: none of them cuts the rows, or none as evenly as it has to. */
function bestOf(candidates: readonly string[], sample: string, least: number): string | null {
  let best: { delimiter: string | null; score: number; width: number } = {
    delimiter: null,
    score: 0,
    width: 1,
  };
  for (const delimiter of candidates) {
    const { data } = Papa.parse<string[]>(sample, { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true });
    const { score, width } = judge(data, { delimiter, candidates });
    if (score > best.score + 0.001 || (score > best.score - 0.001 && width > best.width))
      best = { delimiter, score, width };
  }
  return best.score >= least ? best.delimiter : null;
}

function judge(
  rows: readonly string[][],
  { delimiter, candidates }: { delimiter: string; candidates: readonly string[] },
): { score: number; width: number } {
  const width = commonWidth(rows);
  if (width < 2 || rows.length === 0) return { score: 0, width };
  const even = rows.filter((row) => row.length === width);
  const cells = even.flat();
  const others = candidates.filter((each) => each !== delimiter);
  const uncut = cells.filter(
    (cell) => others.some((other) => cell.includes(other)) && !looksLikeNumber(cell),
  ).length;
  return { score: (even.length / rows.length) * (1 - uncut / cells.length), width };
}

/** How many cells most rows have. */
export function commonWidth(rows: readonly { readonly length: number }[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const held = counts.get(best) ?? 0;
    if (count > held || (count === held && width > best)) best = width;
  }
  return best;
}
