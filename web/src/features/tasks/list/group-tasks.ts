import { type Days, SHOWN_GROUPS, type ShownGroup, toShownGroup, type When } from '#domain/days.ts';
import { TASK_PRIORITIES, type TaskCategory, type TaskTimeframe } from '#domain/task.ts';
import { byOrder, type Orderable } from '#domain/task-order.ts';
import { type Bucket, type Ends, isReached } from '#web/lib/live/list-window.ts';

export interface TaskFilter {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
}

export const NO_FILTER: TaskFilter = { category: 'all', timeframe: 'all' };

/** What the filters look at: a task, or a number of tasks of one kind. */
export interface Sortable extends When {
  readonly category: TaskCategory;
  /** Stands for so many tasks. */
  readonly count?: number;
}

export interface TaskGroup<Task> {
  readonly name: ShownGroup;
  readonly tasks: readonly Task[];
  /** Number of tasks after these, which aren't loaded. */
  readonly more?: number;
}

/** Number of open tasks. */
export function countTasks(tasks: readonly { is_completed?: boolean; count?: number }[]): number {
  return tasks.reduce((sum, { is_completed, count = 1 }) => sum + (is_completed ? 0 : count), 0);
}

/** The filter that a group belongs to: what is left from before is to be dealt with today. */
function filterOf(group: ShownGroup): TaskTimeframe {
  return group === 'before' ? 'today' : group;
}

function passes(group: ShownGroup, { timeframe }: TaskFilter): boolean {
  return timeframe === 'all' || timeframe === filterOf(group);
}

/** True if a task passes the filter. */
export function isShown(task: Sortable, filter: TaskFilter, days: Days): boolean {
  return (
    (filter.category === 'all' || task.category === filter.category) &&
    passes(toShownGroup(task, days), filter)
  );
}

/** Groups pending tasks by their days, the earliest first, each in its order; omits empty groups. */
export function groupTasks<Task extends Sortable & Orderable>(
  tasks: readonly Task[],
  filter: TaskFilter,
  days: Days,
): TaskGroup<Task>[] {
  const groups: Record<ShownGroup, Task[]> = {
    before: [],
    today: [],
    tomorrow: [],
    next_weekend: [],
    future: [],
  };
  for (const task of tasks) {
    const name = toShownGroup(task, days);
    if ((filter.category === 'all' || task.category === filter.category) && passes(name, filter))
      groups[name].push(task);
  }
  return SHOWN_GROUPS.filter((name) => groups[name].length > 0).map((name) => ({
    name,
    tasks: inOrder(groups[name]),
  }));
}

/** Cuts groups of a long list where their loaded tasks end, and counts what comes after. */
export function endGroups<Task extends Sortable & Orderable & { readonly is_completed: boolean }>(
  groups: readonly TaskGroup<Task>[],
  { ends, outside }: { ends: Ends; outside: readonly Bucket[] },
  filter: TaskFilter,
  days: Days,
): TaskGroup<Task>[] {
  const waiting = outside.filter((bucket) => isShown(bucket, filter, days));
  return SHOWN_GROUPS.flatMap((name) => {
    const all = groups.find((group) => group.name === name)?.tasks ?? [];
    // They are in order.
    const beyond = all.findIndex((task) => !isReached(task, ends[name]));
    const end = beyond === -1 ? all.length : beyond;
    const tasks = all.slice(0, end);
    const more =
      countTasks(all.slice(end)) +
      countTasks(waiting.filter((bucket) => toShownGroup(bucket, days) === name));
    return tasks.length + more > 0 ? [{ name, tasks, more }] : [];
  });
}

/** Takes time in proportion to the tasks, not more: they come newest first, so each priority is sorted already. */
function inOrder<Task extends Orderable>(tasks: readonly Task[]): Task[] {
  const ranked = tasks.filter(({ rank }) => rank);
  const natural = tasks.filter(({ rank }) => !rank);
  const sorted = TASK_PRIORITIES.flatMap((priority) => natural.filter((task) => task.priority === priority));
  return [...sorted, ...ranked].sort(byOrder);
}

export interface FilterCounts {
  readonly category: Readonly<Record<TaskFilter['category'], number>>;
  readonly timeframe: Readonly<Record<TaskFilter['timeframe'], number>>;
}

/** Counts per tab: each category under the current timeframe, and each timeframe under the current category. */
export function countByFilter(tasks: readonly Sortable[], filter: TaskFilter, days: Days): FilterCounts {
  const category = { all: 0, personal: 0, work: 0 };
  const timeframe = { all: 0, today: 0, tomorrow: 0, next_weekend: 0, future: 0 };
  for (const task of tasks) {
    const group = toShownGroup(task, days);
    const { count = 1 } = task;
    if (passes(group, filter)) {
      category.all += count;
      category[task.category] += count;
    }
    if (filter.category === 'all' || task.category === filter.category) {
      timeframe.all += count;
      timeframe[filterOf(group)] += count;
    }
  }
  return { category, timeframe };
}
