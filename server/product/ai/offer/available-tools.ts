import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import type { LanguageCode } from '#domain/languages.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { ScanReader } from '#server/providers/scan-reader/scan-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../files/file-work.ts';
import { type Effects, PATIENCE } from '../engine/effects.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import type { ContextWindows } from '../models/context-windows.ts';
import type { Tool } from '../tool.ts';
import { createAnswerTool } from '../tools/answer/tool.ts';
import { createImageTool } from '../tools/create-image/tool.ts';
import { createDemoAnalysisTool, type DemoPhrases } from '../tools/data-analysis/demo/tool.ts';
import { createDataAnalysisTool } from '../tools/data-analysis/tool.ts';
import { createDocSummaryTool } from '../tools/doc-summary/tool.ts';
import { createImageEditTool } from '../tools/image-edit/tool.ts';
import { createReasoningTool } from '../tools/reasoning/tool.ts';
import { createResearchTool } from '../tools/research/tool.ts';
import type { TextToolOptions } from '../tools/text/text-tool.ts';
import { createWebSearchTool } from '../tools/web-search/tool.ts';
import { asDemo } from './as-demo.ts';
import { type Hosts, tellRecipients } from './tell-recipients.ts';

/** Why a tool cannot be used: the operator has named no model for it, or no provider of pictures, or no search engine. */
export type WhyNot = 'no_model_named' | 'no_image_provider' | 'no_search';

/** Access to the web. */
export interface WebAccess {
  readonly search: SearchEngine;
  readonly pages: PageReader;
}

export type ToolAvailability =
  | { readonly type: AiTaskType; readonly tool: Tool }
  | { readonly type: AiTaskType; readonly tool: null; readonly why: WhyNot };

export interface ToolDeps {
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  /** Tokens that a model takes at once; left out where that is enough. */
  readonly windowOf?: ContextWindows['windowOf'];
  /** Null: no image provider is configured, and its tools are not offered. */
  readonly images: ImageTools | null;
  readonly fileWork: FileWork;
  /** Null where no search engine is configured. */
  readonly web?: WebAccess | null;
  /** Null where none is configured: scanned pages are then named as not read. */
  readonly scans?: ScanReader | null;
  /** Hosts of the models. Omitted for the demo, where nothing leaves the machine. */
  readonly hosts?: Hosts;
  /** Texts of the demo. Omitted with real models. */
  readonly demoPhrases?: (language: LanguageCode) => DemoPhrases;
}

export interface ImageTools {
  readonly imageModel: ImageModel;
  readonly create: string;
  readonly edit: string;
}

/** All eight types, each with its tool or the reason why there is none. */
export function availableTools(deps: ToolDeps): readonly ToolAvailability[] {
  return AI_TASK_TYPES.map((type) => {
    const found = BUILT[type](deps);
    if (typeof found === 'string') return { type, tool: null, why: found };
    if (!deps.hosts) return { type, tool: found };
    const { hosts, models, images, web, scans } = deps;
    const served = { hosts, models, images, search: web?.search.name ?? null, ocr: scans?.name ?? null };
    return { type, tool: tellRecipients(found, served) };
  });
}

/** The tools of a list that can be used. */
export function usableTools(availabilities: readonly ToolAvailability[]): Tool[] {
  return availabilities.flatMap(({ tool }) => tool ?? []);
}

type Build = (deps: ToolDeps) => Tool | WhyNot;

const BUILT: Readonly<Record<AiTaskType, Build>> = {
  answer: (deps) =>
    deps.models.answer === null
      ? 'no_model_named'
      : createAnswerTool({ ...textsOf(deps), model: deps.models.answer }),
  reasoning: (deps) =>
    deps.models.reasoning === null
      ? 'no_model_named'
      : createReasoningTool({ ...textsOf(deps), model: deps.models.reasoning }),
  research: onTheWeb('research', createResearchTool),
  web_search: onTheWeb('web_search', createWebSearchTool),
  doc_summary: (deps) => {
    const { scans, fileWork, demoPhrases } = deps;
    const model = deps.models.doc_summary;
    if (model === null) return 'no_model_named';
    const effects = effectsOf(deps, { planner: model, reader: model, writer: model });
    const tool = createDocSummaryTool({ effects: { ...effects, ...(scans && { scans }) }, fileWork });
    return demoPhrases ? asDemo(tool, demoPhrases) : tool;
  },
  data_analysis: (deps) => {
    const { fileWork, demoPhrases } = deps;
    const { data_analysis: model, vision } = deps.models;
    if (demoPhrases) return createDemoAnalysisTool({ fileWork, phrases: demoPhrases });
    if (model === null) return 'no_model_named';
    const effects = effectsOf(deps, { planner: model, reader: vision ?? model, writer: model });
    return createDataAnalysisTool({ effects, fileWork, seesImages: vision !== null });
  },
  create_image: ({ images, fileWork }) =>
    images === null
      ? 'no_image_provider'
      : createImageTool({ imageModel: images.imageModel, model: images.create, fileWork }),
  image_edit: ({ images, fileWork }) =>
    images === null
      ? 'no_image_provider'
      : createImageEditTool({ imageModel: images.imageModel, model: images.edit, fileWork }),
};

/** A tool that searches and reads: its plan and its text come from the better model, its notes from the cheaper one. */
function onTheWeb(type: 'research' | 'web_search', create: (effects: Effects) => Tool): Build {
  return (deps) => {
    const { web, demoPhrases } = deps;
    const { reading, [type]: better } = deps.models;
    if (reading === null || better === null) return 'no_model_named';
    if (!web) return 'no_search';
    const tool = create({ ...effectsOf(deps, { planner: better, reader: reading, writer: better }), ...web });
    return demoPhrases ? asDemo(tool, demoPhrases) : tool;
  };
}

const ENOUGH: ContextWindows['windowOf'] = () => Number.POSITIVE_INFINITY;

const effectsOf = ({ textModel, windowOf = ENOUGH }: ToolDeps, models: Effects['models']): Effects => ({
  textModel,
  models,
  windowOf,
  search: null,
  pages: null,
  clock: systemClock,
  patience: PATIENCE,
});

const textsOf = ({
  textModel,
  models,
  fileWork,
  windowOf = ENOUGH,
}: ToolDeps): Omit<TextToolOptions, 'model'> => ({
  textModel,
  windowOf,
  reading: { fileWork, visionModel: models.vision },
});
