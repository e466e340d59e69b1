import { isTextTask, type TextTaskType, TOOLS } from '#domain/ai-task.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { ScanReader } from '#server/providers/scan-reader/scan-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../files/file-work.ts';
import { askFirst } from '../ask/ask-first.ts';
import { type Effects, oneModel, PATIENCE } from '../engine/effects.ts';
import { type ChosenModels, checkerFor } from '../models/choose-models.ts';
import type { ContextWindows } from '../models/context-windows.ts';
import type { Tool } from '../tool.ts';
import type { ImageToolOptions } from './image/make-image.ts';
import type { TextToolOptions } from './text/text-tool.ts';

/** Why a tool can't be used: the operator has named no model for it, or no image provider, or no search engine. */
export type WhyNot = 'no_model_named' | 'no_image_provider' | 'no_search';

/** Access to the web. */
export interface WebAccess {
  readonly search: SearchEngine;
  readonly pages: PageReader;
}

export interface ImageTools {
  readonly imageModel: ImageModel;
  readonly create: string;
  readonly edit: string;
}

export interface ToolDeps {
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  /** Returns the context of a model in tokens. Omitted: it always suffices. */
  readonly windowOf?: ContextWindows['windowOf'];
  /** See `EngineEffects`. */
  readonly mayTakeLess?: boolean;
  /** Null: no image provider is configured, and its tools aren't offered. */
  readonly images: ImageTools | null;
  readonly fileWork: FileWork;
  /** Null: no search engine is configured. */
  readonly web?: WebAccess | null;
  /** Null: none is configured, and scanned pages are named as not read. */
  readonly scans?: ScanReader | null;
}

/** Builds a tool, or says which service it lacks. */
export type Build = (deps: ToolDeps) => Tool | WhyNot;

/** Builds a tool that writes one text with its own model. */
export function writing(type: TextTaskType, create: (options: TextToolOptions) => Tool): Build {
  return ({ textModel, models, fileWork, windowOf = ENOUGH }) => {
    const model = models[type];
    const reading = { fileWork, visionModel: models.vision };
    return model === null ? 'no_model_named' : create({ textModel, model, windowOf, reading });
  };
}

/** Builds a tool of several steps, which its own model makes all of. */
export function stepping(type: TextTaskType, create: (effects: Effects, deps: ToolDeps) => Tool): Build {
  return (deps) => {
    const model = deps.models[type];
    if (model === null) return 'no_model_named';
    const roles = { checker: checkerOf(deps, model), viewer: deps.models.vision };
    return create(effectsOf(deps, { ...oneModel(model), ...roles }), deps);
  };
}

/** Builds a tool that searches and reads: its own model plans and writes, the cheaper one for reading takes notes. */
export function searching(type: TextTaskType, create: (effects: Effects) => Tool): Build {
  return (deps) => {
    const { reading, [type]: better } = deps.models;
    if (reading === null || better === null) return 'no_model_named';
    if (!deps.web) return 'no_search';
    const roles = { reader: reading, checker: checkerOf(deps, better) };
    return create({ ...effectsOf(deps, { ...oneModel(better), ...roles }), ...deps.web });
  };
}

/** Builds a tool that makes a picture with one of the two image models, from a brief by the cheapest text model. */
export function picturing(use: 'create' | 'edit', create: (options: ImageToolOptions) => Tool): Build {
  return (deps) => {
    const { images, fileWork, models, textModel } = deps;
    if (images === null) return 'no_image_provider';
    const own = { imageModel: images.imageModel, model: images[use], fileWork };
    const writer = textModel.kind === 'demo' ? null : models.reading;
    if (writer === null) return create(own);
    return create({ ...own, briefing: effectsOf(deps, oneModel(writer)) });
  };
}

/** Lets a tool ask what is missing, with the model that writes. */
export function asking(tool: Tool, deps: ToolDeps): Tool {
  const model = isTextTask(tool.type) ? deps.models[tool.type] : deps.models.reading;
  if (TOOLS[tool.type].asks !== true || tool.kind === 'demo' || model === null) return tool;
  return askFirst(tool, { ...effectsOf(deps, oneModel(model)), patience: AT_ONCE });
}

/** Milliseconds for the question: nobody waits longer to be told that there is none. Slow models don't ask. */
const ASK_WITHIN = 5_000;
const AT_ONCE = { ...PATIENCE, calls: 1, spare: ASK_WITHIN };

/** The demo writes from fixed examples: there is nothing that a second model would read. */
const checkerOf = ({ textModel, models }: ToolDeps, writer: string): string | null =>
  textModel.kind === 'demo' ? null : checkerFor(models, writer);

const ENOUGH: ContextWindows['windowOf'] = () => Number.POSITIVE_INFINITY;

const effectsOf = (
  { textModel, windowOf = ENOUGH, mayTakeLess = false }: ToolDeps,
  models: Effects['models'],
): Effects => ({
  textModel,
  models,
  windowOf,
  mayTakeLess,
  search: null,
  pages: null,
  clock: systemClock,
  patience: PATIENCE,
});
