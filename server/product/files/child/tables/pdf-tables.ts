import { openPdf, type Pdf } from '../open-pdf.ts';
import type { RawTable } from './raw-table.ts';

/** A piece of text on a page, with the place of its beginning and its end. */
interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly height: number;
}

interface Line {
  readonly base: number;
  readonly cells: readonly Piece[];
}

const PAGES_MAX = 60;
/** Fewer lines are an address, not a table. */
const ROWS_MIN = 3;

/**
 * The tables of a PDF's text layer, page by page: lines that follow each other and whose words stand apart in the same
 * places. A PDF has no tables, only words at places; what has no gaps between its columns is not found.
 */
export async function pdfTables(file: string, bytes: Buffer): Promise<RawTable[]> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') return [];
  const tables: RawTable[] = [];
  for (let page = 1; page <= Math.min(pdf.numPages, PAGES_MAX); page += 1) {
    // A page that makes no sense has no tables.
    const lines = await readLines(pdf, page).catch(() => []);
    for (const rows of tablesIn(lines)) {
      tables.push({ file, origin: 'pdf', page, rows, issues: [], hasDecimalCommas: false });
    }
  }
  return joinPages(tables).filter(({ rows }) => rows.length >= ROWS_MIN);
}

async function readLines(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , scale, left, base] = item.transform.map(Number);
    const height = item.height || Math.abs(scale ?? 0) || 10;
    return [
      { text: item.str.trim(), left: left ?? 0, right: (left ?? 0) + item.width, base: base ?? 0, height },
    ];
  });
  page.cleanup();
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.base - a.base || a.left - b.left)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && Math.abs(first.base - piece.base) < first.height * 0.5) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => ({ base: line[0]?.base ?? 0, cells: joinWords(line) }));
}

/** Words with no more than a space between them are one cell. */
function joinWords(pieces: readonly Piece[]): Piece[] {
  const cells: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = cells.at(-1);
    if (last && piece.left - last.right < last.height * 0.8) {
      cells[cells.length - 1] = { ...last, text: `${last.text} ${piece.text}`, right: piece.right };
    } else cells.push(piece);
  }
  return cells;
}

function tablesIn(lines: readonly Line[]): string[][][] {
  const tables: string[][][] = [];
  let run: Line[] = [];
  const end = (): void => {
    // The last page of a table may have its head and a single row.
    if (run.length > 1) tables.push(toRows(run));
    run = [];
  };
  for (const line of lines) {
    const before = run.at(-1);
    const isNear = before === undefined || before.base - line.base < (line.cells[0]?.height ?? 10) * 4;
    if (line.cells.length < 2 || !isNear) end();
    if (line.cells.length >= 2) run.push(line);
  }
  end();
  return tables.filter((rows) => (rows[0]?.length ?? 0) >= 2);
}

/** Columns are where cells of several lines overlap: a column of numbers ends at one place, one of words begins there. */
function toRows(lines: readonly Line[]): string[][] {
  const bands: { left: number; right: number }[] = [];
  const cells = lines.flatMap((line) => line.cells).toSorted((a, b) => a.right - a.left - (b.right - b.left));
  for (const { left, right } of cells) {
    const over = bands.filter((band) => left < band.right && right > band.left);
    const [first] = over;
    if (over.length === 0) bands.push({ left, right });
    // One that lies over two columns is a heading of both: it widens neither.
    else if (first && over.length === 1) {
      first.left = Math.min(first.left, left);
      first.right = Math.max(first.right, right);
    }
  }
  const columns = bands.toSorted((a, b) => a.left - b.left);
  return lines.map((line) => {
    const row = columns.map(() => '');
    for (const { text, left, right } of line.cells) {
      const at = columns.findIndex((band) => left < band.right && right > band.left);
      if (at !== -1) row[at] = row[at] ? `${row[at]} ${text}` : text;
    }
    return row;
  });
}

/** A table that goes on over the page: the same head again, or the same columns from the top of the next. */
function joinPages(tables: readonly RawTable[]): RawTable[] {
  const joined: RawTable[] = [];
  for (const table of tables) {
    const before = joined.at(-1);
    const [head = []] = table.rows;
    const isSameHead = before?.rows[0]?.join('\u0000') === head.join('\u0000');
    if (before && isSameHead)
      joined[joined.length - 1] = { ...before, rows: [...before.rows, ...table.rows.slice(1)] };
    else joined.push(table);
  }
  return joined;
}
