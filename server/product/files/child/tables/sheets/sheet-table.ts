import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { cleanText, isSuspect } from '#server/product/ai/language/clean-text.ts';
import { CELLS_MAX, COLUMNS_MAX, ROWS_MAX } from '../../../table-facts.ts';
import { looksLikeNumber } from '../columns/read-number.ts';
import { firstAtLeast } from '../first-at-least.ts';
import { Grid, TextColumn } from '../grid.ts';
import type { AboutRows, LostPart, RawTable, Span } from '../raw-table.ts';
import type { TakenRows } from './formula-ranges.ts';

/** A cell is a value, not a document. */
const CELL_LENGTH = 1_000;
/** Rows at the top in which a merged cell may be part of a heading. */
const HEAD_ROWS = 30;

/** Of more formulas that take rows together, each row has its own: they are no sums. */
const TAKEN_MAX = 20_000;

const ZERO = /^0(?![.\d])/;

/** Room for the cells of all sheets of a file. */
export interface SheetRoom {
  cells: number;
}

export const sheetRoom = (): SheetRoom => ({ cells: CELLS_MAX });

/** Merged cells: the first row and column, from 0, and how many of each. */
export interface Merge {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface SheetFacts {
  readonly file: string;
  readonly origin: 'xlsx' | 'ods';
  readonly name: string;
  readonly isHidden: boolean;
}

/** Cells that hold something else than a value, with the place of the first. */
interface Counted {
  cells: number;
  example: string;
}

/** Collects the cells of a sheet, row by row, into a table without empty rows and columns. */
export class SheetTable {
  readonly #facts: SheetFacts;
  readonly #room: SheetRoom;
  /** Columns in the order in which they were first filled: cells of a row are stored by their place here. */
  readonly #places = new Map<number, number>();
  readonly #columns: string[][] = [];
  /** Row number in the sheet of each row. */
  readonly #numbers: number[] = [];
  readonly #hiddenColumns = new Set<number>();
  readonly #merges: Merge[] = [];
  readonly #taken: TakenRows[] = [];
  readonly #errors: Counted = { cells: 0, example: '' };
  readonly #uncalculated: Counted = { cells: 0, example: '' };
  /** The current row, and how many of its places are in use. */
  readonly #row: string[] = [];
  #reach = 0;
  /** The current row holds more than zeros of formulas. */
  #isFilled = false;
  #filled = 0;
  #hiddenRows = 0;
  #beyond = 0;

  constructor(facts: SheetFacts, room: SheetRoom) {
    this.#facts = facts;
    this.#room = room;
  }

  /** Adds a cell to the current row. Columns count from 0. */
  add(column: number, text: string, isComputed = false): void {
    if (text === '') return;
    this.#isFilled ||= !(isComputed && ZERO.test(text));
    let place = this.#places.get(column);
    if (place === undefined) {
      // Only counted: the table is refused in the end.
      place = this.#places.size;
      this.#places.set(column, place);
    }
    if (place >= COLUMNS_MAX) return;
    while (this.#reach <= place) {
      this.#row[this.#reach] = '';
      this.#reach += 1;
    }
    this.#row[place] = text;
    this.#filled += 1;
  }

  /** Ends the current row, which may stand for several equal ones. Numbers count from 0. */
  endRow(number: number, { isHidden = false, times = 1 } = {}): void {
    const reach = this.#reach;
    if (reach === 0) return;
    this.#reach = 0;
    const isFilled = this.#isFilled || this.#row.slice(0, reach).filter(Boolean).length >= this.#places.size;
    this.#isFilled = false;
    // Prepared for a row to come: its formulas yield zero, and nobody has written anything beside them.
    if (!isFilled) return;
    for (let again = 0; again < times; again += 1) {
      const at = this.#numbers.length;
      if (at >= ROWS_MAX || this.#filled > this.#room.cells) {
        this.#beyond += times - again;
        return;
      }
      while (this.#columns.length < reach) this.#columns.push([]);
      for (let place = 0; place < reach; place += 1) {
        const [text = '', column] = [this.#row[place], this.#columns[place]];
        if (text !== '' && column) pad(column, at).push(text);
      }
      this.#numbers.push(number + again);
      if (again > 0) this.#filled += reach;
      if (isHidden) this.#hiddenRows += 1;
    }
  }

  hideColumns(from: number, to: number): void {
    // A file may hide all sixteen thousand to the right of its table.
    for (let column = from; column <= Math.min(to, from + 20_000); column += 1)
      this.#hiddenColumns.add(column);
  }

  merge(merge: Merge): void {
    this.#merges.push(merge);
  }

  /** A formula that takes rows of its own column together. */
  takes(taken: TakenRows): void {
    if (this.#taken.length < TAKEN_MAX) this.#taken.push(taken);
  }

  /** A cell with an error instead of a value, which counts as empty. */
  error(place: string): void {
    count(this.#errors, place);
  }

  /** A formula whose value was never saved. */
  uncalculated(place: string): void {
    count(this.#uncalculated, place);
  }

  /** Null if the sheet is empty. */
  end(): RawTable | LostPart | null {
    const { file, name, origin, isHidden } = this.#facts;
    const width = this.#places.size;
    if (width > COLUMNS_MAX) return { key: 'sheet_too_wide', params: { file, sheet: name, columns: width } };
    if (width === 0) {
      // A sheet of nothing but formulas that were never calculated isn't empty to its owner.
      const { cells } = this.#uncalculated;
      return cells === 0 ? null : { key: 'sheet_uncalculated', params: { file, sheet: name, cells } };
    }
    const most = Math.max(1, Math.floor(this.#room.cells / width));
    const beyond = this.#beyond + Math.max(0, this.#numbers.length - most);
    this.#numbers.splice(most);
    this.#room.cells -= this.#numbers.length * width;
    const columns = [...this.#places.keys()].toSorted((a, b) => a - b);
    const cells = this.#inOrder(columns);
    const { spans, filled } = this.#unmerge(cells, columns);
    const issues: TableIssue[] = [];
    if (isHidden) issues.push({ key: 'hidden_sheet', params: {} });
    if (this.#hiddenRows > 0) issues.push({ key: 'hidden_rows', params: { rows: this.#hiddenRows } });
    const hidden = columns.filter((column) => this.#hiddenColumns.has(column)).length;
    if (hidden > 0) issues.push({ key: 'hidden_columns', params: { columns: hidden } });
    if (filled > 0) issues.push({ key: 'merged_cells', params: { cells: filled } });
    if (this.#errors.cells > 0) issues.push({ key: 'error_cells', params: { ...this.#errors } });
    if (this.#uncalculated.cells > 0) issues.push({ key: 'uncalculated', params: { ...this.#uncalculated } });
    if (beyond > 0) issues.push({ key: 'cut', params: { rows: beyond } });
    return {
      file,
      origin,
      sheet: name,
      page: null,
      cells: new Grid(cells.map((column) => new TextColumn(column))),
      spans,
      about: this.#aboutRows(columns),
      places: { rows: this.#numbers, columns },
      issues,
      hasDecimalCommas: false,
    };
  }

  /** Rows that formulas take together, by their places in the table. */
  #aboutRows(columns: readonly number[]): AboutRows[] {
    return this.#taken.flatMap((taken) => {
      const row = firstAtLeast(this.#numbers, taken.row);
      const column = columns.indexOf(taken.column);
      const from = firstAtLeast(this.#numbers, taken.from);
      const to = firstAtLeast(this.#numbers, taken.to);
      if (this.#numbers[row] !== taken.row || column === -1) return [];
      return to > from && (row < from || row >= to) ? [{ row, column, from, to }] : [];
    });
  }

  /** The cells of these columns, each as long as there are rows. */
  #inOrder(columns: readonly number[]): string[][] {
    const { length } = this.#numbers;
    return columns.map((column) => {
      const cells = this.#columns[this.#places.get(column) ?? 0] ?? [];
      cells.splice(length);
      return pad(cells, length);
    });
  }

  /**
   * Repeats a text in the rows that it was merged over, but no number, which would be added up. Cells merged over
   * columns are only told, since they may be headings or titles.
   */
  #unmerge(cells: string[][], columns: readonly number[]): { spans: Span[]; filled: number } {
    const spans: Span[] = [];
    let filled = 0;
    for (const merge of this.#merges) {
      const first = firstAtLeast(this.#numbers, merge.row);
      const column = columns.indexOf(merge.column);
      if (this.#numbers[first] !== merge.row || column === -1) continue;
      const end = firstAtLeast(columns, merge.column + merge.columns);
      if (end - column > 1 && first < HEAD_ROWS) spans.push({ row: first, from: column, to: end });
      const ofColumn = cells[column] ?? [];
      const text = ofColumn[first] ?? '';
      if (merge.rows < 2 || text === '' || looksLikeNumber(text)) continue;
      const last = firstAtLeast(this.#numbers, merge.row + merge.rows);
      for (let row = first + 1; row < last; row += 1) {
        if (ofColumn[row] !== '') continue;
        ofColumn[row] = text;
        filled += 1;
      }
    }
    return { spans, filled };
  }
}

/** Adds empty cells to a column until it has as many. */
function pad(cells: string[], length: number): string[] {
  while (cells.length < length) cells.push('');
  return cells;
}

/** Cleans the text of a cell or the name of a sheet: one line, of a value's length. */
export function cleanCell(text: string): string {
  const short = text.length > CELL_LENGTH ? text.slice(0, CELL_LENGTH) : text;
  const clean = isSuspect(short) ? cleanText(short) : short;
  return (/\s{2}|[^\S ]/.test(clean) ? clean.replace(/\s+/g, ' ') : clean).trim();
}

function count(counted: Counted, place: string): void {
  if (counted.cells === 0) counted.example = place;
  counted.cells += 1;
}
