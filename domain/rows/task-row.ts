import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '../ai-task.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '../task.ts';

export const taskRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(TASK_CATEGORIES),
  priority: z.enum(TASK_PRIORITIES),
  timeframe: z.enum(TASK_TIMEFRAMES),
  /** The day that the timeframe meant when it was chosen; null for no particular day. */
  due_on: z.nullable(z.string()),
  /** The user named this day, instead of one of the four words. */
  is_dated: z.boolean(),
  /** Where the user dragged the task; null for its place by priority. */
  rank: z.nullable(z.string()),
  is_completed: z.boolean(),
  completed_at: z.nullable(z.string()),
  ai_assisted: z.boolean(),
  ai_task_type: z.nullable(z.enum(AI_TASK_TYPES)),
  project_id: z.nullable(z.string()),
  client_id: z.nullable(z.string()),
  /** The notes themselves are read when the task is opened. */
  has_notes: z.boolean(),
  created_at: z.string(),
  /** Lets an open form detect a remote change. */
  updated_at: z.string(),
});
export type Task = z.output<typeof taskRow>;
