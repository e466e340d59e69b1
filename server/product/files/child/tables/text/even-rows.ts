import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { CELLS_MAX, ROWS_MAX } from '../../../table-facts.ts';
import type { Column } from '../grid.ts';

/** Rows that determine a table's width. */
export const WIDTH_ROWS = 10_000;
/** A cell is a value, not a document. */
export const CELL_LENGTH = 1_000;

/** Columns of equal length. */
export interface EvenRows {
  readonly columns: readonly Column[];
  /** Rows beyond the limit. */
  readonly beyond: number;
  /** Number of last rows that are one cell without a delimiter, as no other row below the first is. */
  readonly loose: number;
  readonly issues: readonly TableIssue[];
}

/** Decides which rows of a text are rows of a table of some width, and counts the others. */
export class RowTally {
  readonly #width: number;
  readonly #most: number;
  /** Rows that were kept, and that came by. */
  kept = 0;
  #all = 0;
  #beyond = 0;
  #short = 0;
  #broken = 0;
  #line = 0;
  #loose = 0;
  #hasWhole = false;
  #isMixed = false;

  constructor(width: number) {
    this.#width = width;
    this.#most = Math.min(ROWS_MAX, Math.floor(CELLS_MAX / width));
  }

  /** Whether a row with so many cells is kept, not counting empty ones at its end that are too many. */
  keeps(cells: number): boolean {
    this.#all += 1;
    this.#countLoose(cells);
    if (cells > this.#width) {
      this.#broken += 1;
      if (this.#line === 0) this.#line = this.#all;
      return false;
    }
    // A single cell is a note above or below the table.
    if (cells < this.#width && cells > 1) this.#short += 1;
    if (this.kept === this.#most) {
      this.#beyond += 1;
      return false;
    }
    this.kept += 1;
    return true;
  }

  end(columns: readonly Column[]): EvenRows {
    const issues: TableIssue[] = [];
    if (this.#broken > 0)
      issues.push({ key: 'broken_rows', params: { rows: this.#broken, line: this.#line } });
    if (this.#short > 0) issues.push({ key: 'short_rows', params: { rows: this.#short } });
    return { columns, beyond: this.#beyond, loose: this.#isMixed ? 0 : this.#loose, issues };
  }

  #countLoose(cells: number): void {
    if (cells === 1 && this.#width > 1) {
      this.#loose += 1;
      return;
    }
    if (this.#hasWhole && this.#loose > 0) this.#isMixed = true;
    this.#hasWhole = true;
    this.#loose = 0;
  }
}
