import { type Cell, columnOf, lettersOf } from './cell-place.ts';

/** Rows of its own column that a cell's formula takes together, from 0 up to, but not including, `to`. */
export interface TakenRows extends Cell {
  readonly from: number;
  readonly to: number;
}

/** `B2:B9`, of the same sheet. */
const RANGE = /(?<![\w.!'$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7}):(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(])/g;

/** A formula, and the cell that it was written for: one that is shared moves along with its cells. */
export interface Formula {
  readonly text: string;
  readonly cell: Cell;
}

/** Whether a formula may name the column of a cell. */
const names = (text: string, { column }: Cell): boolean => text.includes(lettersOf(column));

/**
 * Rows that the formula of a cell takes from its own column: whatever it makes of them, a sum or a mean, its row is about
 * the others. Null if there are none.
 */
export function takenRows({ text, cell: first }: Formula, cell: Cell = first): TakenRows | null {
  // Most formulas take cells of their own row.
  if (!text.includes(':') || (!names(text, first) && !names(text, cell))) return null;
  for (const [, left, from = '', top, fromRow, right, to = '', bottom, toRow] of text.matchAll(RANGE)) {
    const moved = (isFixed: string | undefined, at: number, along: 'row' | 'column'): number =>
      isFixed === '' ? at + cell[along] - first[along] : at;
    const columns = [moved(left, columnOf(from), 'column'), moved(right, columnOf(to), 'column')];
    if (columns.some((column) => column !== cell.column)) continue;
    const rows = [moved(top, Number(fromRow) - 1, 'row'), moved(bottom, Number(toRow) - 1, 'row')] as const;
    if (rows[1] >= rows[0]) return { ...cell, from: rows[0], to: rows[1] + 1 };
  }
  return null;
}
