import Papa from 'papaparse';
import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { cleanText, isSuspect } from '#server/product/ai/language/clean-text.ts';
import { CELLS_MAX, COLUMNS_MAX, ROWS_MAX } from '../../../table-facts.ts';
import type { LostPart, RawTable } from '../raw-table.ts';
import { decodeText } from './decode-text.ts';
import { commonWidth, findDelimiter, SAMPLE_ROWS } from './find-delimiter.ts';

/** A cell is a value, not a document. */
const CELL_LENGTH = 1_000;

/**
 * Parses a CSV file in any encoding and format. Null if it is no text or no table; a LostPart if it can't be
 * read.
 */
export function parseCsv(file: string, bytes: Uint8Array): RawTable | LostPart | null {
  const decoded = decodeText(bytes);
  if (decoded === null) return null;
  const { text, delimiter: found } = findDelimiter(decoded.text);
  // Occurs in no text.
  const delimiter = found ?? Papa.UNIT_SEP;
  const issues: TableIssue[] = [];
  if (!decoded.encoding.startsWith('utf-'))
    issues.push({ key: 'encoding', params: { encoding: decoded.encoding } });
  if (decoded.unreadable > 0)
    issues.push({ key: 'unreadable_characters', params: { count: decoded.unreadable } });

  const parsed = parseRows(withoutSpaces(text, delimiter), delimiter);
  if (parsed === null) return null;
  const { width, rows, repaired } = parsed;
  if (repaired > 0) issues.push({ key: 'open_quotes', params: { rows: repaired } });
  if (width > COLUMNS_MAX) return { key: 'too_wide', params: { file, columns: width } };
  if (found === null) issues.push({ key: 'one_column', params: {} });
  if (parsed.beyond > 0) issues.push({ key: 'cut', params: { rows: parsed.beyond } });
  if (isSuspect(decoded.text))
    for (const row of rows) for (const [at, cell] of row.entries()) row[at] = cleanText(cell);
  return {
    file,
    origin: 'csv',
    page: null,
    rows,
    issues: [...issues, ...parsed.issues],
    hasDecimalCommas: delimiter === ';',
  };
}

/** `a, "b, c"`: if most lines are written so, drops the space before a quotation mark. */
function withoutSpaces(text: string, delimiter: string): string {
  const lines = text.split('\n', SAMPLE_ROWS).filter((line) => line !== '');
  const spaced = lines.filter((line) => line.includes(`${delimiter} "`)).length;
  return spaced * 2 > lines.length ? text.replaceAll(`${delimiter} "`, `${delimiter}"`) : text;
}

/** Characters parsed at a time: the cells of a whole file take ten times its memory. */
const CHUNK = 1024 * 1024;
/** Rows that determine a table's width. */
const WIDTH_ROWS = 10_000;

interface ParsedRows extends EvenRows {
  readonly width: number;
  /** Rows whose quotation marks were treated as plain characters. */
  readonly repaired: number;
}

/**
 * Rows of cells; null if there are none. An unclosed quotation mark would swallow everything after it: if the
 * parser reports one, marks on lines with an odd number of them are treated as plain characters.
 */
function parseRows(text: string, delimiter: string): ParsedRows | null {
  const whole = parseEvenly(text, delimiter);
  if (whole !== 'open quotes') return whole && { ...whole, repaired: 0 };
  let repaired = 0;
  const lines = text.split('\n').map((line) => {
    if ((line.split('"').length - 1) % 2 === 0) return line;
    repaired += 1;
    return line.replaceAll('"', '');
  });
  const mended = parseEvenly(lines.join('\n'), delimiter, { isMended: true });
  return mended === 'open quotes' || mended === null ? null : { ...mended, repaired };
}

function parseEvenly(
  text: string,
  delimiter: string,
  { isMended = false } = {},
): Omit<ParsedRows, 'repaired'> | 'open quotes' | null {
  const first: string[][] = [];
  let table: ReturnType<typeof createEvenTable> | null = null;
  let hasOpenQuotes = false;
  const begin = (): void => {
    const width = commonWidth(first);
    if (width === 0) return;
    table = createEvenTable(width);
    for (const cells of first.splice(0)) table.add(cells);
  };
  // The library's types only allow chunking for files, but it works for strings as well.
  const inChunks = {
    delimiter,
    newline: '\n',
    chunkSize: CHUNK,
    chunk({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser): void {
      if (!isMended && errors.some(({ type }) => type === 'Quotes')) {
        hasOpenQuotes = true;
        parser.abort();
        return;
      }
      for (const cells of data) {
        // The library joins the cells of each row to find this out.
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (table) table.add(cells);
        else if (first.push(cells) === WIDTH_ROWS) begin();
      }
    },
  } as const;
  Papa.parse<string[]>(text, inChunks);
  if (hasOpenQuotes) return 'open quotes';
  if (table === null) begin();
  return endOf(table);
}

const endOf = (table: ReturnType<typeof createEvenTable> | null): Omit<ParsedRows, 'repaired'> | null =>
  table && table.end();

interface EvenRows {
  readonly rows: string[][];
  /** Rows beyond the limit. */
  readonly beyond: number;
  readonly issues: readonly TableIssue[];
}

/** Distinct cells of a column that are remembered, and how many of its first ones may be, if they're to recur at all. */
const REMEMBERED = 5_000;
const FIRST = 1_000;

/** One text for all cells of a column that say the same: a table of recurring words then takes a third of the memory. */
function createColumnTexts(): (cell: string) => string {
  const known = new Map<string, string>();
  let seen = 0;
  return (cell) => {
    if (seen === FIRST && known.size * 2 > FIRST) return cell;
    if (seen < FIRST) seen += 1;
    const same = known.get(cell);
    if (same !== undefined) return same;
    if (known.size < REMEMBERED) known.set(cell, cell);
    return cell;
  };
}

/** Collects rows of equal width: pads short ones, and counts and drops those with too many cells. */
function createEvenTable(width: number) {
  const most = Math.min(ROWS_MAX, Math.floor(CELLS_MAX / width));
  const rows: string[][] = [];
  const texts = Array.from({ length: width }, createColumnTexts);
  let beyond = 0;
  let short = 0;
  let broken = 0;
  let line = 0;
  let at = 0;
  return {
    add(cells: string[]): void {
      at += 1;
      while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
      if (cells.length > width) {
        broken += 1;
        if (line === 0) line = at;
        return;
      }
      // A single cell is a note above or below the table.
      if (cells.length < width && cells.length > 1) short += 1;
      if (rows.length === most) {
        beyond += 1;
        return;
      }
      while (cells.length < width) cells.push('');
      for (let index = 0; index < width; index += 1) {
        const cell = cells[index] ?? '';
        const text = (cell.length > CELL_LENGTH ? cell.slice(0, CELL_LENGTH) : cell).trim();
        cells[index] = texts[index]?.(text) ?? text;
      }
      rows.push(cells);
    },
    end(): EvenRows & { readonly width: number } {
      const issues: TableIssue[] = [];
      if (broken > 0) issues.push({ key: 'broken_rows', params: { rows: broken, line } });
      if (short > 0) issues.push({ key: 'short_rows', params: { rows: short } });
      return { width, rows, beyond, issues };
    },
  };
}
