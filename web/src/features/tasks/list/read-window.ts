import * as z from 'zod/mini';
import { type Days, type ShownGroup, toShownGroup } from '#domain/days.ts';
import { TASK_CATEGORIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import type { Orderable } from '#domain/task-order.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import {
  ALL,
  type Bucket,
  countKey,
  endsOf,
  type ListWindow,
  lastOf,
  type Scope,
  scopeKey,
  withCounts,
  withEnd,
  withoutLoaded,
  withoutMore,
} from '#web/lib/live/list-window.ts';
import { callForTasks, selectTasks, toListedTasks } from '#web/lib/live/listed-task.ts';
import type { ListedTask, PendingList } from '#web/lib/live/task-cache.ts';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { MOST_ROWS, manyRows, newestFirst, notIn } from './read-tasks.ts';

/** More than a group shows at first, so that what is dropped below its last row has a neighbour. */
const PART = 120;

const bucketRow = z.object({
  timeframe: z.enum(TASK_TIMEFRAMES),
  due_on: z.nullable(z.string()),
  is_dated: z.boolean(),
  category: z.enum(TASK_CATEGORIES),
  count: z.number(),
});

/** The first tasks of each group, and how many there are. */
export async function readWindow(): Promise<PendingList> {
  const days = currentDays();
  const [part, counts] = await Promise.all([readPart(ALL, days), readCounts('all')]);
  const rows = await withDragged(part, ALL);
  const window: ListWindow = {
    outside: { all: withoutLoaded(counts, rows, 'all') },
    ends: { all: endsOf(part, PART, days) },
    today: days.today,
  };
  return { rows: newestFirst(rows), hasMore: true, window };
}

/** What a scope shows first. Returns how the list then is. */
export async function readScope(scope: Scope): Promise<(list: PendingList) => PendingList> {
  const days = currentDays();
  const key = countKey(scope);
  const [rows, counts] = await Promise.all([readPart(scope, days), key === 'all' ? null : readCounts(key)]);
  return (list) => {
    const joined = join(list, rows);
    if (!joined.window) return joined;
    const window = counts ? withCounts(joined.window, { [key]: counts }, joined.rows) : joined.window;
    const ends = { ...window.ends, [scopeKey(scope)]: endsOf(rows, PART, days) };
    return { ...joined, window: { ...window, ends } };
  };
}

/** The tasks of a group after its end. Returns how the list then is. */
export async function readGroupAfter(
  scope: Scope,
  group: ShownGroup,
  end: Orderable,
): Promise<(list: PendingList) => PendingList> {
  const rows = await readPart(scope, currentDays(), { group, end });
  return (list) => {
    const joined = join(list, rows);
    if (!joined.window) return joined;
    const last = rows.length < PART ? null : lastOf(rows);
    return { ...joined, window: withEnd(joined.window, scopeKey(scope), group, [end, last]) };
  };
}

/** All tasks of a group, loaded or not. */
export async function readGroup(scope: Scope, group: ShownGroup): Promise<ListedTask[]> {
  const days = currentDays();
  const first = await withDragged(await readPart(scope, days), scope);
  const tasks = first.filter((task) => toShownGroup(task, days) === group);
  let end = endsOf(first, PART, days)[group];
  while (end) {
    const rows = await readPart(scope, days, { group, end });
    tasks.push(...rows);
    end = rows.length < PART ? null : lastOf(rows);
  }
  return tasks;
}

/** Counts anew what isn't loaded. Returns how the list then is. */
export async function readOutside(keys: readonly string[]): Promise<(list: PendingList) => PendingList> {
  const counts = await Promise.all(keys.map(async (key) => [key, await readCounts(key)] as const));
  return (list) =>
    list.window ? { ...list, window: withCounts(list.window, Object.fromEntries(counts), list.rows) } : list;
}

/** Dragged tasks that come with a part. */
const DRAGGED = 200;

/** Parts continue by priority, so all tasks that were dragged have to come with the first. */
async function withDragged(part: readonly ListedTask[], scope: Scope): Promise<readonly ListedTask[]> {
  if (part.filter(({ rank }) => rank).length < DRAGGED) return part;
  const server = await supabase();
  const rows = new Map(part.map((row) => [row.id, row]));
  for (let from = 0; ; from += MOST_ROWS) {
    const { data } = await selectTasks(server)
      .match({ is_completed: false, ...scope })
      .not('rank', 'is', null)
      .order('id')
      .range(from, from + MOST_ROWS - 1)
      .throwOnError();
    for (const row of toListedTasks(data)) rows.set(row.id, row);
    if (data.length < MOST_ROWS) return [...rows.values()];
  }
}

async function readCounts(key: string): Promise<Bucket[]> {
  const server = await supabase();
  const of = key === 'all' ? {} : { of_project: key };
  const { data } = await server.rpc('pending_counts', of).throwOnError();
  return parseRows(bucketRow, data);
}

async function readPart(
  { category, project_id }: Scope,
  { today }: Days,
  after?: { group: ShownGroup; end: Orderable },
): Promise<ListedTask[]> {
  const server = await supabase();
  const called = callForTasks(server, 'pending_window', {
    today,
    size: PART,
    ...(category && { of_category: category }),
    ...(project_id && { of_project: project_id }),
    ...(after && {
      of_group: after.group,
      after_priority: after.end.priority,
      after_moment: after.end.created_at,
      after_id: after.end.client_id ?? after.end.id,
    }),
  });
  const { data } = await called.throwOnError();
  return toListedTasks(manyRows.parse(data));
}

function join(list: PendingList, more: readonly ListedTask[]): PendingList {
  const rows = notIn(list, more);
  return {
    ...list,
    rows: newestFirst([...list.rows, ...rows]),
    ...(list.window && { window: withoutMore(list.window, rows) }),
  };
}
