import { TASK_TIMEFRAMES, type TaskCategory, type TaskTimeframe } from '#domain/task.ts';

export interface TaskFilter {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
}

export const NO_FILTER: TaskFilter = { category: 'all', timeframe: 'all' };

interface Sortable {
  readonly category: TaskCategory;
  readonly timeframe: TaskTimeframe;
}

export interface TaskGroup<Task> {
  readonly timeframe: TaskTimeframe;
  readonly tasks: readonly Task[];
}

/** True if a task passes the filter. */
export function isShown(task: Sortable, filter: TaskFilter): boolean {
  return (
    (filter.category === 'all' || task.category === filter.category) &&
    (filter.timeframe === 'all' || task.timeframe === filter.timeframe)
  );
}

/** Groups pending tasks by timeframe, from today on, keeping their order; omits empty groups. */
export function groupTasks<Task extends Sortable>(
  tasks: readonly Task[],
  filter: TaskFilter,
): TaskGroup<Task>[] {
  const shown = tasks.filter((task) => isShown(task, filter));
  return TASK_TIMEFRAMES.map((timeframe) => ({
    timeframe,
    tasks: shown.filter((task) => task.timeframe === timeframe),
  })).filter((group) => group.tasks.length > 0);
}

export interface FilterCounts {
  readonly category: Readonly<Record<TaskFilter['category'], number>>;
  readonly timeframe: Readonly<Record<TaskFilter['timeframe'], number>>;
}

/** Counts per tab: each category under the current timeframe, and each timeframe under the current category. */
export function countByFilter(tasks: readonly Sortable[], filter: TaskFilter): FilterCounts {
  const category = { all: 0, personal: 0, work: 0 };
  const timeframe = { all: 0, today: 0, tomorrow: 0, next_weekend: 0, future: 0 };
  for (const task of tasks) {
    if (filter.timeframe === 'all' || task.timeframe === filter.timeframe) {
      category.all += 1;
      category[task.category] += 1;
    }
    if (filter.category === 'all' || task.category === filter.category) {
      timeframe.all += 1;
      timeframe[task.timeframe] += 1;
    }
  }
  return { category, timeframe };
}
