import { looksLikeNumber, readNumber } from './columns/read-number.ts';
import type { Grid } from './grid.ts';
import { isSame } from './summed-times.ts';

/**
 * Rows below the data that are about its sum, as an invoice has them: net, tax, gross. None of them says what each row of
 * data says in some column, the first of which is among them if nothing but its amount tells that the first one is a sum.
 */
export function tailOfSums(cells: Grid, sums: ReadonlySet<number>): readonly number[] {
  const ends = cells.columns.map(({ length }, column) => endOf(cells, column, length, sums));
  const last = Math.max(-1, ...sums);
  const rows = (from: number): number[] =>
    Array.from({ length: cells.length - from }, (_row, at) => from + at);
  const isAbove = (end: number | null): boolean =>
    end !== null &&
    end <= last &&
    Array.from({ length: last - end }, (_row, at) => end + at).every((at) => sums.has(at));
  if (ends.some(isAbove)) return rows(last + 1);
  const [start] = ends;
  const areLeft = ends.filter((end) => end === start).length >= 2;
  return sums.size === 0 && start !== null && start !== undefined && areLeft && isSumOfAbove(cells, start)
    ? rows(start)
    : [];
}

/** Where a column ends that is filled in each row of data, and empty below; null if it has gaps, or goes on. */
function endOf(cells: Grid, at: number, length: number, sums: ReadonlySet<number>): number | null {
  const column = cells.columns[at];
  let end = length;
  while (end > 0 && column?.at(end - 1) === '') end -= 1;
  if (end < 2 || end === length) return null;
  for (let row = 0; row < end; row += 1) if (!sums.has(row) && column?.at(row) === '') return null;
  return end;
}

/** All numbers of a row are the sums of those above. Cells of a workbook are written with decimal points. */
function isSumOfAbove({ columns }: Grid, at: number): boolean {
  const told = columns.filter((column) => looksLikeNumber(column.at(at)));
  return (
    told.length > 0 &&
    told.every((column) => {
      let sum = 0;
      for (let row = 0; row < at; row += 1) sum += readNumber(column.at(row), '.') ?? 0;
      return isSame(sum, readNumber(column.at(at), '.'));
    })
  );
}
