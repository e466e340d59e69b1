/** The words of a task, in the order forms and filters show them. The keys are stored and sent as they are. */

export const TASK_CATEGORIES = ['personal', 'work'] as const;
export type TaskCategory = (typeof TASK_CATEGORIES)[number];

/** From the most to the least pressing. */
export const TASK_PRIORITIES = ['urgent', 'high', 'medium', 'low', 'nice_to'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** From the nearest to the farthest. */
export const TASK_TIMEFRAMES = ['today', 'tomorrow', 'next_weekend', 'future'] as const;
export type TaskTimeframe = (typeof TASK_TIMEFRAMES)[number];

/** What a new task has before anything else is chosen. */
export const NEW_TASK = { category: 'personal', priority: 'medium', timeframe: 'today' } as const;

/** Characters of a title, after trimming. */
export const TASK_TITLE_MAX = 1000;

/** Completed tasks on one page of the list. */
export const COMPLETED_PER_PAGE = 5;

/** Above so many completed tasks, the oldest go to the trash each night. */
export const COMPLETED_KEPT = 100;
