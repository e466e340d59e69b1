/** Attributes of a task, in the order of forms and filters. The keys are stored and sent unchanged. */

export const TASK_CATEGORIES = ['personal', 'work'] as const;
export type TaskCategory = (typeof TASK_CATEGORIES)[number];

/** From most to least pressing. */
export const TASK_PRIORITIES = ['urgent', 'high', 'medium', 'low', 'nice_to'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];

/** From nearest to farthest. */
export const TASK_TIMEFRAMES = ['today', 'tomorrow', 'next_weekend', 'future'] as const;
export type TaskTimeframe = (typeof TASK_TIMEFRAMES)[number];

/** Defaults of a new task. */
export const NEW_TASK = { category: 'personal', priority: 'medium', timeframe: 'today' } as const;

/** Maximum length of a title, after trimming. */
export const TASK_TITLE_MAX = 1000;

/** Maximum length of notes. */
export const TASK_NOTES_MAX = 10_000;

/** Page size of the completed list. */
export const COMPLETED_PER_PAGE = 5;

/** Beyond this many completed tasks, the oldest are moved to the trash each night. */
export const COMPLETED_KEPT = 100;
