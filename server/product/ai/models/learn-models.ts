import type { Log } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import { isRefusal } from '#server/providers/provider-error/provider-error.ts';
import type { ServedModel, TextModel } from '#server/providers/text-model/text-model.ts';
import { type ChosenModels, type ModelUse, settingName, USES } from './choose-models.ts';
import type { LiveContextWindows } from './context-windows.ts';
import { isServed } from './is-served.ts';
import type { LivePriceList } from './prices.ts';
import { type ModelRole, unmetNeeds } from './roles.ts';
import { soleModel } from './sole-model.ts';
import type { EndingWatch } from './watch-endings.ts';

export interface LearnModelsDeps {
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  readonly prices: LivePriceList;
  readonly windows: Pick<LiveContextWindows, 'learn'>;
  /** Special roles of models beside writing. */
  readonly roles?: Partial<Record<ModelUse, ModelRole>>;
  readonly endings: EndingWatch;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Result of reading the provider's list: missing models, or the list's refusal. */
export type LearnedModels =
  | { readonly missing: readonly string[]; readonly unfit?: readonly ModelUse[] }
  | { readonly refuses: true };

/**
 * Reads the provider's list: adopts its prices and contexts, and warns of models that aren't listed (any more),
 * with which every run would fail and be refunded, and of models that are retired soon. Null if it couldn't be
 * read, perhaps only for a moment. Never rejects.
 */
export async function learnModels({
  textModel,
  models,
  prices,
  windows,
  roles = {},
  endings,
  log,
  signal,
}: LearnModelsDeps): Promise<LearnedModels | null> {
  const wanted = settingsOf(models);
  try {
    const served = await textModel.listModels(signal, [...wanted.keys()]);
    if (wanted.size === 0 && soleModel(served) === null) warnOfNone(served, log);
    if (served === null) return { missing: [] };
    prices.learn(new Map(served.flatMap(({ id, price }) => (price ? [[id, price]] : []))));
    windows.learn(
      new Map(served.flatMap(({ id, window }) => (window ? [[id, window]] : []))),
      new Set(served.flatMap(({ id, isWindowGuessed }) => (isWindowGuessed ? id : []))),
    );
    endings(wanted, served);
    return { missing: warnOfMissing(wanted, served, log), unfit: warnOfUnfit(models, served, roles, log) };
  } catch (error) {
    if (!signal.aborted) log.warn("couldn't get the AI provider's list of models", { error });
    return isRefusal(error) ? { refuses: true } : null;
  }
}

/** Uses whose model lacks a required feature, according to the provider's list. */
function warnOfUnfit(
  models: ChosenModels,
  served: readonly ServedModel[],
  roles: Partial<Record<ModelUse, ModelRole>>,
  log: Log,
): ModelUse[] {
  return USES.filter((use) => {
    const role = roles[use];
    const model = models[use];
    const listed = served.find(({ id }) => model !== null && isServed(model, [id]));
    const lacks = role && listed ? unmetNeeds(role, listed) : [];
    if (lacks.length === 0) return false;
    log.warn(`an AI model can't do what it's used for, set ${settingName(use)} to another`, { model, lacks });
    return true;
  });
}

function warnOfNone(served: readonly ServedModel[] | null, log: Log): void {
  const listed = served?.slice(0, 20).map(({ id }) => id) ?? [];
  log.warn('no AI model is set. Set AI_MODEL_FAST to an id that the provider at AI_BASE_URL serves', {
    ...(listed.length > 0 && { served: listed }),
  });
}

export interface LearnImageModelsDeps {
  readonly imageModel: Pick<ImageModel, 'listModels'>;
  /** Models for new pictures, and for editing the person's own. */
  readonly create: string;
  readonly edit: string;
  readonly endings: EndingWatch;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Likewise for the image provider, which lists no prices. */
export async function learnImageModels({
  imageModel,
  create,
  edit,
  endings,
  log,
  signal,
}: LearnImageModelsDeps): Promise<LearnedModels | null> {
  const wanted = new Map([
    [edit, 'IMAGE_EDIT_MODEL'],
    [create, 'IMAGE_MODEL'],
  ]);
  try {
    const served = await imageModel.listModels(signal);
    if (served === null) return { missing: [] };
    endings(wanted, served);
    return { missing: warnOfMissing(wanted, served, log) };
  } catch (error) {
    if (!signal.aborted) log.warn("couldn't get the image provider's list of models", { error });
    return isRefusal(error) ? { refuses: true } : null;
  }
}

function warnOfMissing(
  wanted: ReadonlyMap<string, string>,
  served: readonly ServedModel[],
  log: Log,
): string[] {
  const ids = served.map(({ id }) => id);
  const missing = [...wanted].filter(([model]) => !isServed(model, ids));
  for (const [model, setting] of missing) {
    log.warn(`the provider doesn't serve an AI model, set ${setting} to another`, { model });
  }
  return missing.map(([model]) => model);
}

/** Each model in use with the setting that names it: the most general one, if several do. */
function settingsOf(models: ChosenModels): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const use of USES) {
    const model = models[use];
    if (model !== null && !settings.has(model)) settings.set(model, settingName(use));
  }
  return settings;
}
