import { type Days, type ShownGroup, toShownGroup, type When } from '#domain/days.ts';
import type { TaskCategory } from '#domain/task.ts';
import { type Orderable, toOrderKey } from '#domain/task-order.ts';
import type { ListedTask } from './task-cache.ts';

/** Part of the pending tasks that is read on its own, in its own order. */
export interface Scope {
  readonly category?: TaskCategory;
  readonly project_id?: string;
}

/** Number of pending tasks that a list would show at the same place. */
export interface Bucket extends When {
  readonly category: TaskCategory;
  readonly count: number;
}

/** The last task of a group up to which all of them are loaded; null if all are. */
export type Ends = Readonly<Partial<Record<ShownGroup, Orderable | null>>>;

/** What is loaded of a list that is too long to be read whole. */
export interface ListWindow {
  /** Tasks that aren't loaded: of all, and of each project that was opened. */
  readonly outside: Readonly<Record<string, readonly Bucket[]>>;
  /** By scope. */
  readonly ends: Readonly<Record<string, Ends>>;
  /** The day by which its groups were read. */
  readonly today: string;
}

export const ALL: Scope = {};

export const scopeKey = ({ category, project_id }: Scope): string => project_id ?? category ?? 'all';

/** Categories are counted with all tasks. */
export const countKey = ({ project_id }: Scope): string => project_id ?? 'all';

const isIn = (task: ListedTask, key: string): boolean => key === 'all' || task.project_id === key;

/** Counts on the server, without the tasks that are loaded. */
export function withoutLoaded(
  counts: readonly Bucket[],
  rows: readonly ListedTask[],
  key: string,
): readonly Bucket[] {
  const loaded = new Map<string, number>();
  for (const row of rows) {
    if (row.is_completed || !isIn(row, key)) continue;
    loaded.set(bucketKey(row), (loaded.get(bucketKey(row)) ?? 0) + 1);
  }
  return counts.flatMap((bucket) => {
    const count = bucket.count - (loaded.get(bucketKey(bucket)) ?? 0);
    return count > 0 ? [{ ...bucket, count }] : [];
  });
}

const bucketKey = ({ timeframe, due_on, is_dated, category }: Omit<Bucket, 'count'>): string =>
  [timeframe, due_on, is_dated, category].join();

/** The window after some of its counts were read. Others may have come meanwhile. */
export function withCounts(
  window: ListWindow,
  counts: Readonly<Record<string, readonly Bucket[]>>,
  rows: readonly ListedTask[],
): ListWindow {
  const outside = Object.entries(counts).map(([key, buckets]) => [key, withoutLoaded(buckets, rows, key)]);
  return { ...window, outside: { ...window.outside, ...Object.fromEntries(outside) } };
}

/** The window after more tasks were loaded. `rows` were not, before. */
export function withoutMore(window: ListWindow, rows: readonly ListedTask[]): ListWindow {
  return withCounts(window, window.outside, rows);
}

/** Where each group ends, as read: a group with fewer tasks than asked for is complete. */
export function endsOf(rows: readonly ListedTask[], size: number, days: Days): Ends {
  const byGroup = Map.groupBy(
    rows.filter(({ rank }) => !rank),
    (row) => toShownGroup(row, days),
  );
  const ends: Partial<Record<ShownGroup, Orderable | null>> = {
    before: null,
    today: null,
    tomorrow: null,
    next_weekend: null,
    future: null,
  };
  for (const [group, tasks] of byGroup) ends[group] = tasks.length < size ? null : lastOf(tasks);
  return ends;
}

/** The window after the tasks of a group from one on were read, up to another one or the last. */
export function withEnd(
  window: ListWindow,
  key: string,
  group: ShownGroup,
  [from, end]: readonly [Orderable, Orderable | null],
): ListWindow {
  const ends = window.ends[key];
  const now = ends?.[group];
  // The list was read anew meanwhile and ends elsewhere: tasks would be missing between the two.
  if (!now || toOrderKey(now) !== toOrderKey(from)) return window;
  return { ...window, ends: { ...window.ends, [key]: { ...ends, [group]: end } } };
}

export function lastOf(tasks: readonly Orderable[]): Orderable | null {
  const last = tasks.reduce<Orderable | null>(
    (found, task) => (found && toOrderKey(found) >= toOrderKey(task) ? found : task),
    null,
  );
  if (!last) return null;
  const { id, client_id, priority, created_at } = last;
  return { id, client_id, priority, created_at, rank: null };
}

/** Whether all tasks before this one are loaded. */
export function isReached(task: Orderable, end: Orderable | null | undefined): boolean {
  return !end || toOrderKey(task) <= toOrderKey(end);
}
