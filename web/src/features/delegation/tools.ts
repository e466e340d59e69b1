import type { AiTaskType } from '#domain/ai-task.ts';
import { t } from '#web/texts/app.ts';

/** Name of a tool, in the form and on its runs. */
export function toolName(type: AiTaskType): string {
  return t(`tools.${type}.name`);
}
