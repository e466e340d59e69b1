import type { AiTaskType } from '#domain/ai-task.ts';
import { createAnswerTool } from './answer/tool.ts';
import { type Build, picturing, searching, stepping, writing } from './build.ts';
import { createImageTool } from './create-image/tool.ts';
import { createDataAnalysisTool } from './data-analysis/tool.ts';
import { createDocSummaryTool } from './doc-summary/tool.ts';
import { createImageEditTool } from './image-edit/tool.ts';
import { createReasoningTool } from './reasoning/tool.ts';
import { createResearchTool } from './research/tool.ts';
import { createWebSearchTool } from './web-search/tool.ts';

/** Builds each tool. What is known of it without building it is in `TOOLS` of domain/ai-task.ts. */
export const REGISTRY: Readonly<Record<AiTaskType, Build>> = {
  answer: writing('answer', createAnswerTool),
  reasoning: writing('reasoning', createReasoningTool),
  research: searching('research', createResearchTool),
  web_search: searching('web_search', createWebSearchTool),
  data_analysis: stepping('data_analysis', (effects, { fileWork }) =>
    createDataAnalysisTool({ effects, fileWork }),
  ),
  doc_summary: stepping('doc_summary', (effects, { scans, fileWork }) =>
    createDocSummaryTool({ effects: { ...effects, ...(scans && { scans }) }, fileWork }),
  ),
  create_image: picturing('create', createImageTool),
  image_edit: picturing('edit', createImageEditTool),
};
