import Papa from 'papaparse';
import type { TableIssue } from '#domain/analysis.ts';
import { cleanText, isSuspect } from '../../../ai/clean-text.ts';
import { CELLS_MAX, COLUMNS_MAX, ROWS_MAX } from '../../table-facts.ts';
import { commonWidth, SAMPLE_ROWS } from './cut-rows.ts';
import { decodeText } from './decode-text.ts';
import type { LostPart, RawTable } from './raw-table.ts';
import { separateCells } from './separate-cells.ts';

/** A cell is a value, not a document. */
const CELL_LENGTH = 1_000;

/** The cells of a CSV file, however it is written; null where it is no text, or no table; or why it is not read. */
export function parseCsv(file: string, bytes: Uint8Array): RawTable | LostPart | null {
  const decoded = decodeText(bytes);
  if (decoded === null) return null;
  const { text, delimiter, by } = separateCells(decoded.text);
  const issues: TableIssue[] = [];
  if (!decoded.encoding.startsWith('utf-'))
    issues.push({ key: 'encoding', params: { encoding: decoded.encoding } });
  if (decoded.unreadable > 0)
    issues.push({ key: 'unreadable_characters', params: { count: decoded.unreadable } });

  const parsed = parseRows(withoutSpaces(text, delimiter), delimiter);
  if (parsed.repaired > 0) issues.push({ key: 'open_quotes', params: { rows: parsed.repaired } });
  const width = commonWidth(parsed.rows.slice(0, 10_000));
  if (width === 0) return null;
  if (width > COLUMNS_MAX) return { key: 'too_wide', params: { file, columns: width } };
  if (by === 'spaces') issues.push({ key: 'cut_at_spaces', params: { columns: width } });
  if (by === 'none') issues.push({ key: 'one_column', params: {} });
  const { rows, more } = evenOut(parsed.rows, width);
  const clean = isSuspect(decoded.text) ? rows.map((row) => row.map(cleanText)) : rows;
  const most = Math.min(ROWS_MAX, Math.floor(CELLS_MAX / width));
  if (clean.length > most) issues.push({ key: 'cut', params: { rows: clean.length - most } });
  return {
    file,
    origin: 'csv',
    page: null,
    rows: clean.slice(0, most),
    issues: [...issues, ...more],
    hasDecimalCommas: delimiter === ';',
  };
}

/** `a, "b, c"`: where most lines are written so, the space before a quotation mark is no part of the cell. */
function withoutSpaces(text: string, delimiter: string): string {
  const lines = text.split('\n', SAMPLE_ROWS).filter((line) => line !== '');
  const spaced = lines.filter((line) => line.includes(`${delimiter} "`)).length;
  return spaced * 2 > lines.length ? text.replaceAll(`${delimiter} "`, `${delimiter}"`) : text;
}

/**
 * Rows of cells. One mark that is never closed would swallow all that follows it: where the parser says so, the marks
 * of the lines that have an odd number of them are letters like others.
 */
function parseRows(text: string, delimiter: string): { rows: string[][]; repaired: number } {
  const parse = (source: string) => Papa.parse<string[]>(source, { delimiter, skipEmptyLines: 'greedy' });
  const { data, errors } = parse(text);
  if (!errors.some(({ type }) => type === 'Quotes')) return { rows: data, repaired: 0 };
  let repaired = 0;
  const lines = text.split('\n').map((line) => {
    if ((line.split('"').length - 1) % 2 === 0) return line;
    repaired += 1;
    return line.replaceAll('"', '');
  });
  return { rows: parse(lines.join('\n')).data, repaired };
}

/** All rows of one width: short ones are filled up, and those that have too many cells are set aside and counted. */
function evenOut(
  found: readonly string[][],
  width: number,
): { rows: (readonly string[])[]; more: TableIssue[] } {
  const rows: string[][] = [];
  let short = 0;
  let broken = 0;
  let line = 0;
  for (const [at, cells] of found.entries()) {
    while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length > width) {
      broken += 1;
      if (line === 0) line = at + 1;
      continue;
    }
    // A single cell is a note above or below the table.
    if (cells.length < width && cells.length > 1) short += 1;
    while (cells.length < width) cells.push('');
    for (let index = 0; index < width; index += 1) {
      const cell = cells[index] ?? '';
      cells[index] = (cell.length > CELL_LENGTH ? cell.slice(0, CELL_LENGTH) : cell).trim();
    }
    rows.push(cells);
  }
  const more: TableIssue[] = [];
  if (broken > 0) more.push({ key: 'broken_rows', params: { rows: broken, line } });
  if (short > 0) more.push({ key: 'short_rows', params: { rows: short } });
  return { rows, more };
}
