import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** Adds aggregates that SQLite lacks. */
export function addStatistics(sandbox: DatabaseSync): void {
  addListed(sandbox, 'median', (sorted) => quantile(sorted, 0.5));
  addListed(sandbox, 'percentile', quantile);
  addListed(sandbox, 'variance', variance);
  addListed(sandbox, 'stddev', (sorted) => {
    const square = variance(sorted);
    return square === null ? null : Math.sqrt(square);
  });
  addPaired(sandbox, 'slope', ({ xx, xy }) => xy / xx);
  addPaired(sandbox, 'intercept', ({ meanX, meanY, xx, xy }) => meanY - (xy / xx) * meanX);
  addPaired(sandbox, 'corr', ({ xx, yy, xy }) => xy / Math.sqrt(xx * yy));
}

interface Aggregate<Group> {
  /** Takes any number of arguments; else two. */
  readonly varargs: boolean;
  readonly start: () => Group;
  /** Takes a row's first arguments. */
  readonly step: (group: Group, first?: SQLOutputValue, second?: SQLOutputValue) => void;
  readonly result: (group: Group) => number | null;
}

/** What is known of a group is kept here, under its id. */
function add<Group>(
  sandbox: DatabaseSync,
  name: string,
  { varargs, start, step, result }: Aggregate<Group>,
): void {
  const groups = new Map<number, Group>();
  let last = 0;
  sandbox.aggregate<number>(name, {
    varargs,
    start: () => {
      last += 1;
      groups.set(last, start());
      return last;
    },
    step: (id, first, second) => {
      const group = groups.get(id);
      if (group) step(group, first, second);
      return id;
    },
    result: (id) => {
      const group = groups.get(id);
      groups.delete(id);
      return group === undefined ? null : result(group);
    },
  });
}

/** Adds an aggregate over the sorted numbers of a group, and a part of a hundred as its second argument. */
const addListed = (
  sandbox: DatabaseSync,
  name: string,
  result: (sorted: readonly number[], part: number) => number | null,
): void =>
  add<{ list: number[]; part: number }>(sandbox, name, {
    varargs: true,
    start: () => ({ list: [], part: 50 }),
    step: (group, value, part) => {
      if (typeof value === 'number') group.list.push(value);
      if (typeof part === 'number') group.part = Math.min(100, Math.max(0, part));
    },
    result: ({ list, part }) =>
      list.length === 0
        ? null
        : result(
            list.toSorted((a, b) => a - b),
            part / 100,
          ),
  });

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
 * Adds what follows from the least-squares line through pairs of numbers, with the arguments in the order of a
 * spreadsheet's: `slope(y, x)`. Pairs with an empty side don't count. Null if the line isn't determined.
 */
const addPaired = (sandbox: DatabaseSync, name: string, result: (pairs: Pairs) => number): void =>
  add<Pairs>(sandbox, name, {
    varargs: false,
    start: () => ({ count: 0, meanX: 0, meanY: 0, xx: 0, yy: 0, xy: 0 }),
    step: (pairs, y, x) => {
      if (typeof y === 'number' && typeof x === 'number') addPair(pairs, y, x);
    },
    result: (pairs) => {
      const made = pairs.count < 2 ? Number.NaN : result(pairs);
      return Number.isFinite(made) ? made : null;
    },
  });

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
