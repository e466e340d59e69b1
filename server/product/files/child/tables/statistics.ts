import type { DatabaseSync } from 'node:sqlite';

/** Adds aggregates that SQLite lacks. A group's numbers are kept here, under its id. */
export function addStatistics(sandbox: DatabaseSync): void {
  const groups = new Map<number, { list: number[]; part: number }>();
  let last = 0;
  const add = (name: string, result: (sorted: readonly number[], part: number) => number | null): void =>
    sandbox.aggregate<number>(name, {
      varargs: true,
      start: () => {
        last += 1;
        groups.set(last, { list: [], part: 50 });
        return last;
      },
      step: (id, value = null, part = null) => {
        const group = groups.get(id);
        if (group && typeof value === 'number') group.list.push(value);
        if (group && typeof part === 'number') group.part = Math.min(100, Math.max(0, part));
        return id;
      },
      result: (id) => {
        const { list = [], part = 50 } = groups.get(id) ?? {};
        groups.delete(id);
        return list.length === 0
          ? null
          : result(
              list.toSorted((a, b) => a - b),
              part / 100,
            );
      },
    });
  add('median', (sorted) => quantile(sorted, 0.5));
  add('percentile', quantile);
  add('variance', variance);
  add('stddev', (sorted) => {
    const square = variance(sorted);
    return square === null ? null : Math.sqrt(square);
  });
}

/** Interpolates linearly between two values, like spreadsheets. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/** Sample variance. */
function variance(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Sums over pairs of numbers, from which a line through them follows. */
interface Pairs {
  count: number;
  meanX: number;
  meanY: number;
  xx: number;
  yy: number;
  xy: number;
}

/**
 * Adds the least-squares line through pairs of numbers, and how closely they follow it: `slope(y, x)`, `intercept(y, x)` and
 * `corr(y, x)`, with the arguments in the order of a spreadsheet's. Pairs with an empty side don't count. Null if the line
 * isn't determined.
 */
export function addPairs(sandbox: DatabaseSync): void {
  const groups = new Map<number, Pairs>();
  let last = 0;
  const add = (name: string, result: (pairs: Pairs) => number): void =>
    sandbox.aggregate<number>(name, {
      start: () => {
        last += 1;
        groups.set(last, { count: 0, meanX: 0, meanY: 0, xx: 0, yy: 0, xy: 0 });
        return last;
      },
      step: (id, y, x) => {
        const pairs = groups.get(id);
        if (pairs && typeof y === 'number' && typeof x === 'number') addPair(pairs, y, x);
        return id;
      },
      result: (id) => {
        const pairs = groups.get(id);
        groups.delete(id);
        const made = pairs === undefined || pairs.count < 2 ? Number.NaN : result(pairs);
        return Number.isFinite(made) ? made : null;
      },
    });
  add('slope', ({ xx, xy }) => xy / xx);
  add('intercept', ({ meanX, meanY, xx, xy }) => meanY - (xy / xx) * meanX);
  add('corr', ({ xx, yy, xy }) => xy / Math.sqrt(xx * yy));
}

/** By Welford's way: differences from the mean so far keep their digits where sums of squares would lose them. */
function addPair(pairs: Pairs, y: number, x: number): void {
  pairs.count += 1;
  const [dx, dy] = [x - pairs.meanX, y - pairs.meanY];
  pairs.meanX += dx / pairs.count;
  pairs.meanY += dy / pairs.count;
  pairs.xx += dx * (x - pairs.meanX);
  pairs.yy += dy * (y - pairs.meanY);
  pairs.xy += dx * (y - pairs.meanY);
}
