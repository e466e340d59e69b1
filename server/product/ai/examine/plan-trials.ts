import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import { type ChosenModels, onlyModel, settingName, USES } from '../models/choose-models.ts';
import { soleModel } from '../models/sole-model.ts';
import type { TextRole } from './trial-calls.ts';

/** A model with the roles that it is tried in. */
export interface PlannedSubject {
  readonly model: string;
  /** The setting that names it: the most general one, where several do. */
  readonly setting: string;
  readonly roles: readonly TextRole[];
}

type Use = keyof ChosenModels;

/** Role in which each setting's model works; null where it only stands in for models that are tried. */
const ROLE_OF: Readonly<Record<Use, TextRole | null>> = {
  fast: null,
  research: 'form',
  reading: 'form',
  web_search: 'form',
  answer: 'answer',
  reasoning: 'reasoning',
  vision: 'vision',
  doc_summary: 'form',
  data_analysis: 'form',
};

/** Roles used by web tools only: without a search nothing calls them. */
const OF_THE_WEB: readonly Use[] = ['research', 'reading', 'web_search'];

const TEXT_ROLES: readonly TextRole[] = ['answer', 'reasoning', 'form', 'vision'];

/** Each model once in each role, so that a check is a handful of calls and not one for each tool. */
export function planTrials(models: ChosenModels, hasSearch: boolean): readonly PlannedSubject[] {
  const working = usesOf(models).filter(({ use }) => hasSearch || !OF_THE_WEB.includes(use));
  const names = [...new Set(working.map(({ model }) => model))];
  return names.flatMap((model) => {
    const roles = working.filter((each) => each.model === model).map(({ use }) => ROLE_OF[use]);
    const asked = TEXT_ROLES.filter((role) => roles.includes(role));
    return asked.length === 0 ? [] : [{ model, setting: settingOf(models, model), roles: asked }];
  });
}

/** The most general setting that comes to this model. */
export function settingOf(models: ChosenModels, model: string): string {
  const use = usesOf(models).find((each) => each.model === model)?.use ?? 'fast';
  return settingName(use);
}

function usesOf(models: ChosenModels): { use: Use; model: string }[] {
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
  const named = Object.fromEntries(Object.entries(models).filter(([, model]) => model !== null));
  return { ...found, vision: only.sees === true ? only.id : vision, ...named };
}
