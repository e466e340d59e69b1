import { looksLikeNumber } from '../read-number.ts';
import { commonWidth, EVENLY, SAMPLE_ROWS } from './cut-rows.ts';

/** The unit separator of ASCII: stands between the cells where spaces did. */
export const CELL_END = '\u001f';

const LEAST_ROWS = 3;
/** Characters of a line. What is longer is no print that somebody has aligned. */
const WIDEST = 2_000;
const WIDE = / {2,}|\t+/g;
/** A quoted cell may hold spaces of its own. */
const ANY = /("(?:[^"]|"")*")|\s+/g;

/**
 * A text whose columns stand below one another, with a unit separator in place of each gap between them; null where
 * they do not.
 */
export const spreadColumns = (text: string): string | null => spread(text, byColumns);

/**
 * The same of a text whose cells are divided by wide gaps, or whose rows are single words some of which are numbers.
 * Words alone are not cut: they are names and sentences.
 */
export const spreadGaps = (text: string): string | null =>
  spread(text, (_lines, sample) => byWideGaps(sample) ?? byWords(sample));

type FindCut = (lines: readonly string[], sample: readonly string[]) => CutLine | null;

function spread(text: string, find: FindCut): string | null {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const sample = lines.filter((line) => line !== '').slice(0, SAMPLE_ROWS);
  if (sample.length < LEAST_ROWS) return null;
  const cut = find(lines, sample);
  return cut && lines.map(cut).join('\n');
}

type CutLine = (line: string) => string;

const widthOf = (line: string): number => line.split(CELL_END).length;

/** Null: too few rows have equally many cells, or only one. */
function ifEven(sample: readonly string[], cut: CutLine): CutLine | null {
  const rows = sample.map((line) => ({ length: widthOf(cut(line)) }));
  const width = commonWidth(rows);
  const even = rows.filter(({ length }) => length === width).length;
  return width > 1 && even >= rows.length * EVENLY ? cut : null;
}

const byWideGaps = (sample: readonly string[]): CutLine | null =>
  ifEven(sample, (line) => line.trim().replaceAll(WIDE, CELL_END));

function byWords(sample: readonly string[]): CutLine | null {
  const cut: CutLine = (line) => line.trim().replaceAll(ANY, (_gap, quoted?: string) => quoted ?? CELL_END);
  const rows = sample.slice(1).map((line) => cut(line).split(CELL_END));
  const [head = ''] = sample;
  const width = commonWidth(rows);
  // `1 234` is one number, and the street of `12 High Street` no measure.
  const areNumbers = sample.filter((line) => looksLikeNumber(line.trim())).length > sample.length / 2;
  if (areNumbers || widthOf(cut(head)) !== width) return null;
  const hasNumbers = Array.from({ length: width }, (_none, at) =>
    rows.every((cells) => cells.length !== width || looksLikeNumber(cells[at] ?? '')),
  ).some(Boolean);
  return hasNumbers ? ifEven(sample, cut) : null;
}

/**
 * Where no line of the table has a letter, a column ends. Cells may be empty and hold single spaces. A line without any
 * wide gap is a note beside the table.
 */
function byColumns(lines: readonly string[], sample: readonly string[]): CutLine | null {
  if (sample.some((line) => line.includes('\t'))) return null;
  const hasGap = (line: string) => / {2}/.test(line.trim());
  if (sample.filter(hasGap).length < sample.length / 2) return null;
  const rows = lines.filter(hasGap);
  const ends = findGutters(rows);
  if (ends.length === 0) return null;
  return (line) => {
    if (!hasGap(line)) return line;
    const starts = [0, ...ends];
    return starts.map((start, at) => line.slice(start, starts[at + 1]).trim()).join(CELL_END);
  };
}

/** Where columns begin, but for the first: behind each run of places that are blank in all rows, and wide in most. */
function findGutters(rows: readonly string[]): number[] {
  const width = Math.max(0, ...rows.slice(0, SAMPLE_ROWS).map(({ length }) => length));
  if (width > WIDEST) return [];
  const { filled, wide } = countBlanks(rows, width);
  const first = filled.indexOf(1);
  const starts: number[] = [];
  let widest = 0;
  for (let at = first + 1; first >= 0 && at < width; at += 1) {
    if (!filled[at]) widest = Math.max(widest, wide[at] ?? 0);
    else if (!filled[at - 1]) {
      if (widest > rows.length / 2) starts.push(at);
      widest = 0;
    }
  }
  return starts;
}

/** For each place: whether any row has a letter there, and in how many rows it is one of several blank ones. */
function countBlanks(rows: readonly string[], width: number): { filled: Uint8Array; wide: Uint32Array } {
  const filled = new Uint8Array(width);
  const wide = new Uint32Array(width);
  const ends = new Uint32Array(width + 1);
  for (const row of rows) {
    const end = Math.min(row.length, width);
    ends[end] = (ends[end] ?? 0) + 1;
    for (let at = 0; at < end; at += 1) {
      if (row[at] !== ' ') filled[at] = 1;
      else if (row[at - 1] === ' ' || row[at + 1] === ' ') wide[at] = (wide[at] ?? 0) + 1;
    }
  }
  // Behind its end a row is blank.
  for (let at = 0, ended = 0; at < width; at += 1) {
    ended += ends[at] ?? 0;
    wide[at] = (wide[at] ?? 0) + ended;
  }
  return { filled, wide };
}
