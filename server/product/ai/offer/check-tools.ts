import {
  AI_TASK_TYPES,
  type AiTaskType,
  IMAGE_TASK_TYPES,
  isTextTask,
  LEAST_FOR_TABLES,
  LEAST_WINDOW,
  TOOLS,
  type ToolLack,
  typesOf,
} from '#domain/ai-task.ts';
import type { Log } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import { isRefusal } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { type ChosenModels, type ModelUse, usesOf } from '../models/choose-models.ts';
import type { LiveContextWindows } from '../models/context-windows.ts';
import { type LearnedModels, learnImageModels, learnModels } from '../models/learn-models.ts';
import type { LivePriceList } from '../models/prices.ts';
import type { ModelRole } from '../models/roles.ts';
import type { EndingWatch } from '../models/watch-endings.ts';

export interface ToolCheckDeps {
  readonly textModel: TextModel;
  /** Read at each check, because a model that isn't named may be found later. */
  readonly models: ChosenModels;
  /** Null: no image provider. */
  readonly images: {
    readonly imageModel: Pick<ImageModel, 'listModels'>;
    readonly create: string;
    readonly edit: string;
    /** Whether the list is exhaustive. A local server often serves any name. */
    readonly isListWhole: boolean;
  } | null;
  /** See `LearnModelsDeps`. */
  readonly roles?: Partial<Record<ModelUse, ModelRole>>;
  /** Null: no search engine. */
  readonly search: SearchEngine | null;
  readonly prices: LivePriceList;
  readonly windows: LiveContextWindows;
  readonly endings: EndingWatch;
  readonly log: Log;
  /** Called when the provider refuses the model that compares by default; another one in use takes its place. */
  readonly onComparerRefused?: () => void;
}

export interface ToolCheck {
  /** What this type lacks according to the latest check, so that every run would fail; null for nothing. */
  readonly lackOf: (type: AiTaskType) => ToolLack | null;
  /**
   * Asks all providers and returns whether all tools work. Never rejects. Keeps the earlier result of a provider that
   * couldn't be asked, since it may only be away for a moment.
   */
  readonly check: (signal: AbortSignal) => Promise<boolean>;
  /** Makes the next check ask the search engine at any cost, because it refused a run. Returns whether that is news. */
  readonly doubtSearch: () => boolean;
}

const TEXTS = typesOf(TOOLS).filter(isTextTask);
const SEARCHING = AI_TASK_TYPES.filter((type) => TOOLS[type].searches);

/** Delay before a paid trial search is repeated that got no answer. */
const PAID_TRIAL_MS = 3_600_000;

/** Query of the trial search: any engine finds something. */
export const TRIAL_WORDS = 'weather';

/** Remembers which tools their providers refuse, so that nobody is offered a tool that can only fail. */
export function createToolCheck(deps: ToolCheckDeps): ToolCheck {
  let texts: readonly AiTaskType[] = [];
  let pictures: readonly AiTaskType[] = [];
  let searching: readonly AiTaskType[] = [];
  let isSearchKnown = false;
  let isSearchDoubted = false;
  let searchTriedAt = 0;

  /** Whether the context is too small for the tool; known before any provider is asked if the operator has set it. */
  function isCramped(type: AiTaskType): boolean {
    const least = TOOLS[type].text?.leastWindow ?? 0;
    const models = usesOf(type).map((use) => deps.models[use]);
    return models.some((model) => model !== null && deps.windows.windowOf(model) < least);
  }

  /** Whether a model of the tool is neither named nor found. */
  const isUnnamed = (type: AiTaskType): boolean => usesOf(type).some((use) => deps.models[use] === null);

  let cramped: readonly AiTaskType[] = [];
  function tellCramped(): void {
    const types = TEXTS.filter(isCramped);
    if (types.join() !== cramped.join() && types.length > 0) {
      const needed = { tokens: LEAST_WINDOW, tokens_for_tables: LEAST_FOR_TABLES };
      deps.log.warn("AI tools are off because their model's context is too small", {
        types,
        ...needed,
      });
    }
    cramped = types;
  }

  async function checkSearch(signal: AbortSignal): Promise<void> {
    const { search, log } = deps;
    // A paid engine is asked until it has answered once, and again after it refused a run.
    const isPaid = search !== null && search.usd() > 0;
    const isRecent = Date.now() - searchTriedAt < PAID_TRIAL_MS;
    if (search === null || (isPaid && !isSearchDoubted && (isSearchKnown || isRecent))) return;
    searchTriedAt = Date.now();
    isSearchKnown = false;
    try {
      await search.search({ words: TRIAL_WORDS, language: 'en', count: 1 }, { signal });
      isSearchKnown = true;
      searching = [];
    } catch (error) {
      if (signal.aborted) return;
      log.warn("couldn't reach the search engine", { engine: search.name, error });
      if (!isRefusal(error)) return;
      searching = SEARCHING;
      // A refused trial is free, and its cause may be fixed at any moment.
      searchTriedAt = 0;
    } finally {
      isSearchDoubted = false;
    }
  }

  return {
    lackOf(type) {
      if (isUnnamed(type)) return 'model';
      if (isCramped(type)) return 'context';
      return [texts, pictures, searching].some((types) => types.includes(type)) ? 'repair' : null;
    },
    doubtSearch() {
      if (isSearchDoubted || searching.length > 0) return false;
      isSearchDoubted = true;
      return true;
    },
    async check(signal) {
      const before = [...texts, ...pictures, ...searching];
      const [refusedTexts, refusedPictures] = await Promise.all([
        refusedTextTools(deps, signal),
        refusedPictureTools(deps, signal),
        checkSearch(signal),
      ]);
      texts = refusedTexts ?? texts;
      pictures = refusedPictures ?? pictures;
      tellCramped();
      const now = [...texts, ...pictures, ...searching];
      if (now.join() !== before.join() && !signal.aborted) {
        deps.log.warn('AI tools that their providers refuse are off', { types: [...new Set(now)] });
      }
      return now.length === 0 && cramped.length === 0 && !TEXTS.some(isUnnamed);
    },
  };
}

/** Returns the text tools whose model is refused. Null: unknown. */
async function refusedTextTools(deps: ToolCheckDeps, signal: AbortSignal): Promise<AiTaskType[] | null> {
  const learned = await learnModels({ ...deps, signal });
  if (learned === null) return null;
  if ('refuses' in learned) return [...TEXTS];
  const refused = new Set<string | null>();
  await Promise.all(
    learned.missing.map(async (model) => {
      if (await isModelRefused(deps, { model, signal })) refused.add(model);
    }),
  );
  if (refused.has(deps.models.compare)) deps.onComparerRefused?.();
  const { unfit = [] } = learned;
  // A vision model that can't see disables pictures only: each tool has another model.
  const isRefused = (use: ModelUse): boolean => refused.has(deps.models[use]) || unfit.includes(use);
  return TEXTS.filter((type) => usesOf(type).some(isRefused));
}

/** Asks for one word, because lists aren't reliable: some servers answer to any name, some serve unlisted models. */
async function isModelRefused(
  { textModel, log }: ToolCheckDeps,
  { model, signal }: { model: string; signal: AbortSignal },
): Promise<boolean> {
  const messages = [{ role: 'user', content: 'Say: ok' }] as const;
  try {
    await textModel.complete({ model, messages, maxTokens: 16 }, { signal, onText: () => {} });
    return false;
  } catch (error) {
    if (!signal.aborted) log.warn("asked an AI model that isn't listed for one word", { model, error });
    return isRefusal(error);
  }
}

/**
 * Returns the image tools that are refused. Null: unknown. Goes by the list alone, because asking for a picture would
 * cost one.
 */
async function refusedPictureTools(deps: ToolCheckDeps, signal: AbortSignal): Promise<AiTaskType[] | null> {
  const { images, endings, log } = deps;
  if (images === null) return [];
  const learned: LearnedModels | null = await learnImageModels({ ...images, endings, log, signal });
  if (learned === null) return null;
  if ('refuses' in learned) return [...IMAGE_TASK_TYPES];
  const isGone = (model: string): boolean => images.isListWhole && learned.missing.includes(model);
  return IMAGE_TASK_TYPES.filter((type) => isGone(TOOLS[type].edits ? images.edit : images.create));
}
