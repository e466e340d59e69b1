import * as z from 'zod/mini';
import { TASK_CATEGORIES } from '../task.ts';

export const projectRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(TASK_CATEGORIES),
  client_id: z.nullable(z.string()),
  created_at: z.string(),
  /** Undefined in older copies on a device. */
  updated_at: z.optional(z.string()),
});
export type Project = z.output<typeof projectRow>;
