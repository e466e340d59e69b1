import { type Pdf, withPage } from '../../open-pdf.ts';
import { pageGlyphs } from '../../pdf/page-glyphs.ts';
import { type Piece, toPieces } from '../../pdf/page-pieces.ts';
import { piecesOfText } from '../../pdf/reading-order.ts';

/** A page in the smallest print has some 8,000. */
const CHARACTERS_MAX = 200_000;

export interface Line {
  readonly base: number;
  /** From left to right; at least one. */
  readonly cells: readonly Piece[];
}

/** Lines of a page, from the top, and the count of glyphs whose letters the PDF doesn't tell. */
export function readLines(pdf: Pdf, number: number): { lines: Line[]; lost: number } {
  const { turned, lost } = withPage(pdf, number, (page) => pageGlyphs(pdf, page, CHARACTERS_MAX));
  // Only upright text, or that of a page turned as a whole.
  const [glyphs = []] = turned.toSorted((a, b) => b.length - a.length);
  const lines: Piece[][] = [];
  const pieces = toPieces(glyphs);
  const text = piecesOfText(pieces);
  for (const piece of pieces.toSorted((a, b) => b.base - a.base || a.left - b.left)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && Math.abs(first.base - piece.base) < first.height * 0.5) line.push(piece);
    else lines.push([piece]);
  }
  return {
    lost,
    lines: lines.map((line) => ({
      base: line[0]?.base ?? 0,
      cells: cellsOf(line, text),
    })),
  };
}

/** Words of a line as cells, without those of a column of text beside them; such a line alone is one cell. */
function cellsOf(line: readonly Piece[], text: ReadonlySet<Piece>): Piece[] {
  const cells = joinWords(line.filter((piece) => !text.has(piece)));
  if (cells.length > 1 || cells.length === line.length) return cells;
  return joinWords(line).reduce<Piece[]>(([whole], piece) => [whole ? joinCells(whole, piece) : piece], []);
}

const joinCells = (one: Piece, next: Piece): Piece => ({
  ...one,
  text: `${one.text} ${next.text}`,
  right: next.right,
});

/** Joins words that are separated by no more than a space into one cell. */
function joinWords(pieces: readonly Piece[]): Piece[] {
  const cells: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = cells.at(-1);
    if (last && piece.left - last.right < last.height * 0.8) {
      cells[cells.length - 1] = joinCells(last, piece);
    } else cells.push(piece);
  }
  return cells;
}

const heightOf = ({ cells }: Line): number => cells[0]?.height ?? 10;

/** True if a line is close enough below another to belong to the same table. */
export function isNear(above: Line, line: Line): boolean {
  return above.base - line.base < heightOf(line) * 4;
}

/** Lines at each edge of a page that may be its header or footer. */
const EDGE_LINES = 3;
/** In line heights: a line farther away isn't a row of the adjacent table. */
const APART = 2.5;

/**
 * Removes running headers and footers: lines repeated at the same position on an adjacent page, ignoring digits
 * (`Page 2 of 9`). Table rows may repeat too, but they are close together.
 */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const marks = pages.map((lines) => new Set(lines.map(markOf)));
  return pages.map((lines, at) => {
    const isRepeated = (line: Line): boolean =>
      [marks[at - 1], marks[at + 1]].some((others) => others?.has(markOf(line)) === true);
    const isRunning = (line: Line | undefined, next: Line | undefined): boolean =>
      line !== undefined &&
      isRepeated(line) &&
      (line.cells.length === 1 ||
        next === undefined ||
        Math.abs(line.base - next.base) > heightOf(line) * APART);
    let from = 0;
    let to = lines.length;
    while (from < EDGE_LINES && isRunning(lines[from], lines[from + 1])) from += 1;
    while (lines.length - to < EDGE_LINES && to > from && isRunning(lines[to - 1], lines[to - 2])) to -= 1;
    return lines.slice(from, to);
  });
}

function markOf({ base, cells }: Line): string {
  return `${Math.round(base)} ${cells.map(({ text }) => text.replace(/\d+/g, '#')).join(' ')}`;
}
