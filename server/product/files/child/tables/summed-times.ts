import { looksLikeNumber } from './columns/read-number.ts';
import { readHours } from './columns/read-time.ts';
import type { Column, Grid } from './grid.ts';

/** Whether a told sum is the one that was computed: it may have been rounded. */
export function isSame(sum: number, told: number | null): boolean {
  if (told === null || told === 0) return false;
  return Math.abs(sum - told) <= Math.max(0.011, Math.abs(told) * 1e-9);
}

/**
 * Whether the sums of a column are lengths of time: `38.5 h`, which is a number with a unit, too, stands below times such
 * as `7:30`, and `12 min` beside `1h 20m`.
 */
export function areTimes(column: Column, sums: readonly number[]): boolean {
  const told = sums.map((at) => column.at(at)).filter((cell) => cell !== '');
  if (told.length === 0 || told.some((cell) => readHours(cell) === null)) return false;
  for (let at = 0; at < column.length; at += 1) {
    const cell = column.at(at);
    if (cell !== '' && !looksLikeNumber(cell) && readHours(cell) !== null) return true;
  }
  return false;
}

/** Columns of which a sum, or all of them together, are the sum of the times in the other rows: nobody adds times of day. */
export function lengthsIn({ columns }: Grid, sums: ReadonlySet<number>): ReadonlySet<number> {
  const lengths = new Set<number>();
  for (const [place, column] of columns.entries()) {
    if (!areTimes(column, [...sums])) continue;
    const told = [...sums].map((at) => readHours(column.at(at)) ?? 0);
    let sum = 0;
    for (let at = 0; at < column.length; at += 1) if (!sums.has(at)) sum += readHours(column.at(at)) ?? 0;
    if ([...told, told.reduce((all, each) => all + each, 0)].some((each) => isSame(sum, each)))
      lengths.add(place);
  }
  return lengths;
}
