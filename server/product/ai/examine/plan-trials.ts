import { AI_TASK_TYPES, TOOLS } from '#domain/ai-task.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import {
  type ChosenModels,
  type ModelUse,
  onlyModel,
  settingName,
  USES,
  usesOf,
} from '../models/choose-models.ts';
import { soleModel } from '../models/sole-model.ts';
import type { TextRole } from './trial-calls.ts';

/** A model with the roles to try. */
export interface PlannedSubject {
  readonly model: string;
  /** Setting that names it: the most general one, if several do. */
  readonly setting: string;
  readonly roles: readonly TextRole[];
}

/** Role in which each use's model works; null where it only stands in for models that are tried. */
function roleOf(use: ModelUse): TextRole | null {
  if (use === 'fast') return null;
  if (use === 'reading' || use === 'check' || use === 'compare') return 'form';
  return use === 'vision' ? use : (TOOLS[use].text?.trial ?? null);
}

/** Whether only web tools use it: without a search nothing calls it. */
const isOfTheWeb = (use: ModelUse): boolean =>
  AI_TASK_TYPES.some((type) => TOOLS[type].searches && usesOf(type).includes(use));

const TEXT_ROLES: readonly TextRole[] = ['answer', 'reasoning', 'form', 'vision'];

/** Each model once per role, so that a check takes a handful of calls, not one per tool. */
export function planTrials(models: ChosenModels, hasSearch: boolean): readonly PlannedSubject[] {
  const working = named(models).filter(({ use }) => hasSearch || !isOfTheWeb(use));
  const names = [...new Set(working.map(({ model }) => model))];
  return names.flatMap((model) => {
    const roles = working.filter((each) => each.model === model).map(({ use }) => roleOf(use));
    const asked = TEXT_ROLES.filter((role) => roles.includes(role));
    return asked.length === 0 ? [] : [{ model, setting: settingOf(models, model), roles: asked }];
  });
}

/** The most general setting that selects this model. */
export function settingOf(models: ChosenModels, model: string): string {
  const use = named(models).find((each) => each.model === model)?.use ?? 'fast';
  return settingName(use);
}

function named(models: ChosenModels): { use: ModelUse; model: string }[] {
  return USES.flatMap((use) => {
    const model = models[use];
    return model === null ? [] : [{ use, model }];
  });
}

/** Fills in the only text model that the server lists where none is named. */
export function withSoleModel(models: ChosenModels, served: readonly ServedModel[] | null): ChosenModels {
  const only = models.fast === null ? soleModel(served) : null;
  if (only === null) return models;
  const { vision, ...found } = onlyModel(only.id);
  const own = Object.fromEntries(Object.entries(models).filter(([, model]) => model !== null));
  return { ...found, vision: only.sees === true ? only.id : vision, ...own };
}
