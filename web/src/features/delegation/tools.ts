import type { AiTaskType } from '#domain/ai-task.ts';
import { t } from '#web/texts/app.ts';

/** What a tool is called, where it is chosen and where its work is shown. */
export function toolName(type: AiTaskType): string {
  return t(`tools.${type}.name`);
}
