import Papa from 'papaparse';
import { looksLikeNumber } from './read-number.ts';

const USUAL = [',', ';', '\t', '|'];
/** Tried where no usual one cuts anything. A colon is more often a part of a time or an address. */
const RARE = ['^', '~', '§', '¦', ':'];
const IN_CELLS = /\b\d{1,2}:\d{2}\b|:\/\//;
/** How evenly a rare one has to cut. */
const EVENLY = 0.95;
const SAMPLE_ROWS = 200;
const SAMPLE = 256 * 1024;

/**
 * What stands between the cells. The one that cuts most rows into equally many cells wins, but not where it leaves
 * another one of them standing in the cells: `Bern;1,5;2,7` is cut evenly by its decimal commas too.
 */
export function findDelimiter(text: string): string {
  const told = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (told !== undefined) return told;
  const sample = text.slice(0, SAMPLE);
  const rare = IN_CELLS.test(sample) ? RARE.filter((one) => one !== ':') : RARE;
  return bestOf(USUAL, sample, 0) ?? bestOf(rare, sample, EVENLY) ?? ',';
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

/** How many cells most rows of the beginning have: before everything is read. */
export function widthOf(text: string): number {
  const delimiter = findDelimiter(text);
  const sample = text.slice(0, SAMPLE);
  const { data } = Papa.parse<string[]>(sample, { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true });
  return commonWidth(data);
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
