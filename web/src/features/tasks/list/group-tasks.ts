import { type Days, SHOWN_GROUPS, type ShownGroup, toShownGroup, type When } from '#domain/days.ts';
import { TASK_PRIORITIES, type TaskCategory, type TaskTimeframe } from '#domain/task.ts';
import { byOrder, type Orderable } from '#domain/task-order.ts';

export interface TaskFilter {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
}

export const NO_FILTER: TaskFilter = { category: 'all', timeframe: 'all' };

interface Sortable extends When {
  readonly category: TaskCategory;
}

export interface TaskGroup<Task> {
  readonly name: ShownGroup;
  readonly tasks: readonly Task[];
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
    if (passes(group, filter)) {
      category.all += 1;
      category[task.category] += 1;
    }
    if (filter.category === 'all' || task.category === filter.category) {
      timeframe.all += 1;
      timeframe[filterOf(group)] += 1;
    }
  }
  return { category, timeframe };
}
