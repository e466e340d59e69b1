import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';

/**
 * The tools that work on this installation, where some of the product's are not connected. Null where all of them
 * are, and where it is not known: a demo shows the product, and what is out of order for now is said elsewhere.
 */
export function someTools(demo: unknown, tools: unknown): readonly AiTaskType[] | null {
  if (demo === true || !Array.isArray(tools)) return null;
  const some = AI_TASK_TYPES.filter((type) => tools.includes(type));
  return some.length === 0 || some.length === AI_TASK_TYPES.length ? null : some;
}
