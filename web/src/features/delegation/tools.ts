import type { AiTaskType } from '#domain/ai-task.ts';
import { t } from '#web/texts/app.ts';

/** What a tool is called, where it is chosen and where its work is shown. */
export function toolName(type: AiTaskType): string {
  return t(`delegation.tool.${type}.name`);
}

/** The order of the form: words first, then what needs files, then pictures. */
export const TOOL_ORDER = [
  'answer',
  'reasoning',
  'research',
  'web_search',
  'data_analysis',
  'doc_summary',
  'create_image',
  'image_edit',
] as const satisfies readonly AiTaskType[];
