import { type AiTaskType, typesOf } from '#domain/ai-task.ts';
import { recordOf } from '#server/lib/record-of.ts';
import { createAnswerTool } from './answer/tool.ts';
import { type Build, picturing, searching, stepping, writing } from './build.ts';
import { createImageTool } from './create-image/tool.ts';
import { createDemoAnalysisTool } from './data-analysis/demo/tool.ts';
import { createDataAnalysisTool } from './data-analysis/tool.ts';
import { createDocSummaryTool } from './doc-summary/tool.ts';
import { createImageEditTool } from './image-edit/tool.ts';
import { createReasoningTool } from './reasoning/tool.ts';
import { createResearchTool } from './research/tool.ts';
import { createWebSearchTool } from './web-search/tool.ts';

/** One tool, as far as only the server knows it. `TOOLS` has what the browser shares. */
export interface ToolEntry {
  /** USD that one run may cost at most, where the operator names no limit. */
  readonly budget: number;
  /** Null: it needs no text model. */
  readonly text: TextNeeds | null;
  /** A guard labels the demo's result. Omitted: the tool does. */
  readonly isDemoLabelled?: true;
  readonly build: Build;
}

interface TextNeeds {
  /** The kind of model that it works with, unless the operator names another for it. */
  readonly model: 'fast' | 'research';
  /** The operator can name a model for it alone, by its key in AI_MODELS. */
  readonly hasOwnKey?: true;
  /** The role in which a check of the models tries it. */
  readonly trial: 'answer' | 'reasoning' | 'form';
  /** Tokens of context that it takes to state the task beside the rules and an answer. */
  readonly leastWindow: number;
}

export const LEAST_WINDOW = 4_000;
/** The rules alone take a thousand tokens, beside all columns and results of a table. */
export const LEAST_FOR_TABLES = 8_000;

/**
 * Each tool's models, budget and builder, in the order in which settings name them. A budget is what a run needs with
 * the default models, and below what a credit of the cheapest pack costs (599 EUR for 5,000: 0.12 EUR).
 */
export const REGISTRY: Readonly<Record<AiTaskType, ToolEntry>> = {
  answer: {
    budget: 0.1,
    text: { model: 'fast', trial: 'answer', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    build: writing('answer', createAnswerTool),
  },
  reasoning: {
    budget: 0.1,
    text: { model: 'fast', trial: 'reasoning', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    build: writing('reasoning', createReasoningTool),
  },
  doc_summary: {
    budget: 0.1,
    text: { model: 'fast', trial: 'form', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    isDemoLabelled: true,
    build: stepping('doc_summary', (effects, { scans, fileWork }) =>
      createDocSummaryTool({ effects: { ...effects, ...(scans && { scans }) }, fileWork }),
    ),
  },
  data_analysis: {
    budget: 0.1,
    text: { model: 'fast', trial: 'form', hasOwnKey: true, leastWindow: LEAST_FOR_TABLES },
    build: stepping(
      'data_analysis',
      ({ models, ...effects }, { models: { vision }, fileWork, demoPhrases }) =>
        demoPhrases
          ? createDemoAnalysisTool({ fileWork, phrases: demoPhrases })
          : createDataAnalysisTool({
              effects: { ...effects, models: { ...models, reader: vision ?? models.reader } },
              fileWork,
              seesImages: vision !== null,
            }),
    ),
  },
  web_search: {
    // Three searches and ten pages.
    budget: 0.1,
    text: { model: 'research', trial: 'form', hasOwnKey: true, leastWindow: LEAST_WINDOW },
    isDemoLabelled: true,
    build: searching('web_search', createWebSearchTool),
  },
  research: {
    // Twelve searches at 0.006, of which 0.3 is left; then twenty pages at 0.001, and the report.
    budget: 0.115,
    text: { model: 'research', trial: 'form', leastWindow: LEAST_WINDOW },
    isDemoLabelled: true,
    build: searching('research', createResearchTool),
  },
  create_image: {
    // Four tries, each with what a picture costs at most set aside: 0.02.
    budget: 0.08,
    text: null,
    build: picturing('create', createImageTool),
  },
  image_edit: {
    // Three tries of 0.03.
    budget: 0.1,
    text: null,
    build: picturing('edit', createImageEditTool),
  },
};

export const RUN_BUDGETS: Readonly<Record<AiTaskType, number>> = recordOf(
  typesOf(REGISTRY),
  (type) => REGISTRY[type].budget,
);
