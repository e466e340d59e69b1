import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';

/**
 * Tools that work on this installation, if some aren't connected. Null if all are, or if unknown; also for a
 * demo, which shows the whole product. Temporary outages are reported elsewhere.
 */
export function someTools(demo: unknown, tools: unknown): readonly AiTaskType[] | null {
  if (demo === true || !Array.isArray(tools)) return null;
  const some = AI_TASK_TYPES.filter((type) => tools.includes(type));
  return some.length === 0 || some.length === AI_TASK_TYPES.length ? null : some;
}
