import { type DecimalMark, looksLikeNumber, readNumber } from './columns/read-number.ts';
import type { Grid } from './grid.ts';

/**
 * Rows that are the sums of those below them, up to the next such row, as a pivot table has them: `North` above its
 * towns. Only if all rows are in such a group, and if the total at the end is the sum of these rows alone.
 */
export function groupHeads(cells: Grid, mark: DecimalMark): readonly number[] {
  const end = cells.length - 1;
  const columns = cells.columns.filter((column) => looksLikeNumber(column.at(end)));
  const numbers = (at: number): number[] => columns.map((column) => readNumber(column.at(at), mark) ?? 0);
  const left = numbers(end);
  const heads: number[] = [];
  for (let at = 0; at < end; ) {
    const head = numbers(at);
    if (head.every((number) => number === 0)) return [];
    heads.push(at);
    take(left, head);
    at += 1;
    while (at < end && !areZero(head)) {
      take(head, numbers(at));
      at += 1;
    }
    if (!areZero(head)) return [];
    while (at < end && numbers(at).every((number) => number === 0)) at += 1;
  }
  return columns.length > 0 && heads.length > 1 && areZero(left) ? heads : [];
}

function take(from: number[], numbers: readonly number[]): void {
  for (const [column, number] of numbers.entries()) from[column] = (from[column] ?? 0) - number;
}

/** But for what computing with decimals leaves. */
const areZero = (numbers: readonly number[]): boolean => numbers.every((number) => Math.abs(number) < 1e-6);
