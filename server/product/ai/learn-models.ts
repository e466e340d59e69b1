import type { Log } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { ChosenModels } from './choose-models.ts';
import type { LivePriceList } from './prices.ts';

export interface LearnModelsDeps {
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  readonly prices: LivePriceList;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Asks the provider what it serves: takes its prices over, and warns of models that it does not serve (any more),
 * because every run would fail and give its credit back. Answers these. Never rejects and stops nothing, since the
 * provider may only be away for a moment.
 */
export async function learnModels({
  textModel,
  models,
  prices,
  log,
  signal,
}: LearnModelsDeps): Promise<readonly string[]> {
  const wanted = settingsOf(models);
  if (wanted.size === 0) {
    log.warn('no AI model is named: set AI_MODEL_FAST to an id that the provider at AI_BASE_URL serves');
    return [];
  }
  try {
    const served = await textModel.listModels(signal);
    if (served === null) return [];
    prices.learn(new Map(served.flatMap(({ id, price }) => (price ? [[id, price]] : []))));
    const ids = served.map(({ id }) => id);
    return warnOfMissing(wanted, ids, log);
  } catch (error) {
    if (!signal.aborted) log.warn('the AI provider could not be asked for its models', { error });
    return [];
  }
}

export interface LearnImageModelsDeps {
  readonly imageModel: Pick<ImageModel, 'listModels'>;
  /** The models that make new pictures and that change those of people. */
  readonly create: string;
  readonly edit: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** The same for the provider of pictures, which names no prices. */
export async function learnImageModels({
  imageModel,
  create,
  edit,
  log,
  signal,
}: LearnImageModelsDeps): Promise<readonly string[]> {
  const wanted = new Map([
    [edit, 'IMAGE_EDIT_MODEL'],
    [create, 'IMAGE_MODEL'],
  ]);
  try {
    const ids = await imageModel.listModels(signal);
    return ids === null ? [] : warnOfMissing(wanted, ids, log);
  } catch (error) {
    if (!signal.aborted) log.warn('the image provider could not be asked for its models', { error });
    return [];
  }
}

function warnOfMissing(wanted: ReadonlyMap<string, string>, ids: readonly string[], log: Log): string[] {
  const missing = [...wanted].filter(([model]) => !isServed(model, ids));
  for (const [model, setting] of missing) {
    log.warn(`an AI model is not served by the provider: set ${setting} to another`, { model });
  }
  return missing.map(([model]) => model);
}

/** Each model that is used, with the name under which it is set: the most general one, where several tools use it. */
function settingsOf(models: ChosenModels): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const [use, model] of Object.entries(models)) {
    if (model !== null && !settings.has(model)) settings.set(model, `AI_MODEL_${use.toUpperCase()}`);
  }
  return settings;
}

/** OpenRouter's endings for routing (`:nitro`, `:floor`, …) are in no list; Ollama lists `name` as `name:latest`. */
function isServed(model: string, ids: readonly string[]): boolean {
  const plain = model.replace(/:(nitro|floor|online|exacto)$/, '');
  return [plain, model, `${model}:latest`].some((name) => ids.includes(name));
}
