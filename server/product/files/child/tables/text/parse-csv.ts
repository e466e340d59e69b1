import Papa from 'papaparse';
import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { cleanText, isSuspect } from '#server/product/ai/language/clean-text.ts';
import { COLUMNS_MAX } from '../../../table-facts.ts';
import { remembered } from '../columns/remembered.ts';
import { Grid, TextColumn } from '../grid.ts';
import type { FoundTables, LostPart, RawTable } from '../raw-table.ts';
import { cutText } from './cut-text.ts';
import { decodeText } from './decode-text.ts';
import { CELL_LENGTH, type EvenRows, RowTally, WIDTH_ROWS } from './even-rows.ts';
import { commonWidth, findDelimiter, SAMPLE_ROWS } from './find-delimiter.ts';
import { splitText, type TextPart } from './split-text.ts';

/** Parses a CSV file in any encoding and format. It has no tables if it is no text. */
export function parseCsv(file: string, bytes: Uint8Array): FoundTables {
  const tables: RawTable[] = [];
  const lost: LostPart[] = [];
  const decoded = decodeText(bytes);
  if (decoded === null) return { tables, lost };
  const { text, delimiter: found } = findDelimiter(decoded.text);
  // Occurs in no text.
  const delimiter = found ?? Papa.UNIT_SEP;
  const issues: TableIssue[] = [];
  if (!decoded.encoding.startsWith('utf-'))
    issues.push({ key: 'encoding', params: { encoding: decoded.encoding } });
  if (decoded.unreadable > 0)
    issues.push({ key: 'unreadable_characters', params: { count: decoded.unreadable } });

  const plain = found === null ? text : withoutRules(withoutSpaces(text, delimiter));
  for (const part of splitText(plain, delimiter)) {
    const table = parsePart(file, part, delimiter);
    if (table === null) continue;
    if ('cells' in table) tables.push({ ...table, issues: [...issues, ...table.issues] });
    else lost.push(table);
  }
  return { tables, lost };
}

/** Lines that a program draws below a heading, or around a table; within quotation marks, one may be part of a cell. */
const RULES = /^[|+: \t]*[-=_]{3}[-=_+|: \t]*(?:\n|$)/gm;
const withoutRules = (text: string): string => (text.includes('"') ? text : text.replace(RULES, ''));

/** Null if there are no rows; a LostPart if it can't be read. */
function parsePart(file: string, part: TextPart, delimiter: string): RawTable | LostPart | null {
  const parsed = parseRows(part, delimiter);
  if (parsed === null) return null;
  const { columns, repaired } = parsed;
  const issues: TableIssue[] = [];
  if (repaired > 0) issues.push({ key: 'open_quotes', params: { rows: repaired } });
  if (columns.length > COLUMNS_MAX) return { key: 'too_wide', params: { file, columns: columns.length } };
  if (delimiter === Papa.UNIT_SEP) issues.push({ key: 'one_column', params: {} });
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
function parseRows({ text, width }: TextPart, delimiter: string): ParsedRows | null {
  if (!text.includes('"') && delimiter.length === 1) {
    const cut = cutText(text, delimiter, width);
    return cut && { ...cut, repaired: 0 };
  }
  const whole = parseEvenly(text, delimiter, { least: width });
  if (whole !== 'open quotes') return whole && { ...whole, repaired: 0 };
  let repaired = 0;
  const lines = text.split('\n').map((line) => {
    if ((line.split('"').length - 1) % 2 === 0) return line;
    repaired += 1;
    return line.replaceAll('"', '');
  });
  const mended = parseEvenly(lines.join('\n'), delimiter, { least: width, isMended: true });
  return mended === 'open quotes' || mended === null ? null : { ...mended, repaired };
}

function parseEvenly(
  text: string,
  delimiter: string,
  { least, isMended = false }: { readonly least: number; readonly isMended?: boolean },
): EvenRows | 'open quotes' | null {
  const first: string[][] = [];
  let table: ReturnType<typeof createEvenTable> | null = null;
  let hasOpenQuotes = false;
  const begin = (): void => {
    if (first.length === 0) return;
    const width = Math.max(least, commonWidth(first));
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
