import Papa from 'papaparse';
import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { cleanText, isSuspect } from '#server/product/ai/language/clean-text.ts';
import { COLUMNS_MAX } from '../../../table-facts.ts';
import { remembered } from '../columns/remembered.ts';
import { Grid, TextColumn } from '../grid.ts';
import type { LostPart, RawTable } from '../raw-table.ts';
import { cutText } from './cut-text.ts';
import { decodeText } from './decode-text.ts';
import { CELL_LENGTH, type EvenRows, RowTally, WIDTH_ROWS } from './even-rows.ts';
import { commonWidth, findDelimiter, SAMPLE_ROWS } from './find-delimiter.ts';

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
  const { columns, repaired } = parsed;
  if (repaired > 0) issues.push({ key: 'open_quotes', params: { rows: repaired } });
  if (columns.length > COLUMNS_MAX) return { key: 'too_wide', params: { file, columns: columns.length } };
  if (found === null) issues.push({ key: 'one_column', params: {} });
  if (parsed.beyond > 0) issues.push({ key: 'cut', params: { rows: parsed.beyond } });
  return {
    file,
    origin: 'csv',
    page: null,
    cells: new Grid(columns),
    loose: parsed.loose,
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

/** Characters parsed at a time: few enough for most rows to be gone before they're taken for lasting ones. */
const CHUNK = 128 * 1024;

interface ParsedRows extends EvenRows {
  /** Rows whose quotation marks were treated as plain characters. */
  readonly repaired: number;
}

/**
 * Rows of cells; null if there are none. An unclosed quotation mark would swallow everything after it: if the
 * parser reports one, marks on lines with an odd number of them are treated as plain characters.
 */
function parseRows(text: string, delimiter: string): ParsedRows | null {
  if (!text.includes('"') && delimiter.length === 1) {
    const cut = cutText(text, delimiter);
    return cut && { ...cut, repaired: 0 };
  }
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
): EvenRows | 'open quotes' | null {
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

const endOf = (table: ReturnType<typeof createEvenTable> | null): EvenRows | null => table && table.end();

/** Collects rows of equal width: pads short ones, and drops those with too many cells. */
function createEvenTable(width: number) {
  const columns = Array.from({ length: width }, (): string[] => []);
  // One text for all cells of a column that say the same: recurring words then take a third of the memory.
  const texts = columns.map(() => remembered((cell: string) => cell));
  const tally = new RowTally(width);
  return {
    add(cells: string[]): void {
      while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
      if (!tally.keeps(cells.length)) return;
      for (let index = 0; index < width; index += 1) {
        const cell = cells[index] ?? '';
        const short = (cell.length > CELL_LENGTH ? cell.slice(0, CELL_LENGTH) : cell).trim();
        const text = isSuspect(short) ? cleanText(short) : short;
        columns[index]?.push(texts[index]?.(text) ?? text);
      }
    },
    end: (): EvenRows => tally.end(columns.map((cells) => new TextColumn(cells))),
  };
}
