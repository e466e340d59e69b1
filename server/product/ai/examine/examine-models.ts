import type { CheckedSubject, ListReport, ModelReport, Trial } from '#domain/model-report.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import { createContextWindows } from '../models/context-windows.ts';
import { describeModel, findServed } from './describe-model.ts';
import type { ExaminationDeps } from './examination.ts';
import { listServed } from './list-served.ts';
import { untried } from './measure-call.ts';
import { type PlannedSubject, planTrials, withSoleModel } from './plan-trials.ts';
import { reportTools } from './report-tools.ts';
import { tryModel } from './try-model.ts';
import { tryPictures } from './try-pictures.ts';
import { trySearch } from './try-search.ts';

export interface ExamineOptions {
  readonly signal: AbortSignal;
  /** Also generate one picture, which costs money. */
  readonly makesPicture?: boolean;
}

/**
 * Makes one small request per model and role, and one search, and reports the results. Sequential, because a
 * local computer would otherwise load several models at once. Never rejects.
 */
export async function examineModels(
  deps: ExaminationDeps,
  { signal, makesPicture = false }: ExamineOptions,
): Promise<ModelReport> {
  const named = Object.values(deps.models).filter((model) => model !== null);
  const { served, list: listed } = await listServed(deps, { used: [...new Set<string>(named)], signal });
  const base = served === null ? ((await deps.findBase?.(signal).catch(() => null)) ?? null) : null;
  const list = base === null ? listed : withBaseFound(listed, base);
  const models = withSoleModel(deps.models, served);
  const { search } = deps;
  const plan = planTrials(models, search !== null);
  const texts = await tryTexts(deps, plan, { served, base, signal });
  const subjects = [
    ...texts.subjects,
    ...(search && !(search.isRouter && texts.isProviderAway)
      ? [await trySearch({ ...deps, search }, signal)]
      : []),
    ...(deps.images ? await tryPictures({ ...deps, images: deps.images }, { makesPicture, signal }) : []),
  ];
  const chats = (served ?? []).filter(({ isOther }) => isOther !== true);
  return {
    host: deps.host,
    list: tolerateMissingList(list, subjects),
    subjects,
    tools: reportTools({
      models,
      subjects,
      windows: windowsOf(deps, served),
      hasSearch: search !== null,
      images: deps.images,
      examples: chats.map(({ id }) => id).slice(0, 4),
      seeing: plan.find(({ model }) => findServed(served, model)?.sees === true)?.model ?? null,
    }),
    cost: totalOf(subjects.flatMap(({ trials }) => trials)),
  };
}

/** Some proxies withhold their list but serve models: that is no failure. */
function tolerateMissingList(list: ListReport, subjects: readonly CheckedSubject[]): ListReport {
  const trials = subjects.flatMap(({ kind, trials }) => (kind === 'text' ? trials : []));
  const isAnswered = trials.some(({ state }) => state === 'ok' || state === 'note');
  return list.state === 'wrong' && isAnswered ? { ...list, state: 'note', advice: null } : list;
}

function totalOf(trials: readonly Trial[]): number | null {
  const known = trials.flatMap(({ cost }) => cost ?? []);
  const isUnknown = known.length === 0 && trials.some(({ ms }) => ms !== null);
  return isUnknown ? null : known.reduce((sum, cost) => sum + cost, 0);
}

interface Texts {
  readonly served: readonly ServedModel[] | null;
  /** Base URL that answers instead; null if unknown. */
  readonly base: string | null;
  readonly signal: AbortSignal;
}

async function tryTexts(
  deps: ExaminationDeps,
  plan: readonly PlannedSubject[],
  { served, base, signal }: Texts,
) {
  const subjects: CheckedSubject[] = [];
  let isProviderAway = false;
  for (const subject of plan) {
    const facts = describeModel(deps, subject, served);
    if (isProviderAway) {
      const trials = subject.roles.map((role) => untried(role, 'it would fail the same way'));
      subjects.push({ ...facts, trials });
      continue;
    }
    const tried = await tryModel(deps, subject, { served: findServed(served, subject.model), signal });
    isProviderAway = tried.isProviderAway || base !== null;
    subjects.push({ ...facts, trials: base === null ? tried.trials : withBase(tried.trials, base) });
  }
  return { subjects, isProviderAway };
}

function windowsOf({ context }: ExaminationDeps, served: readonly ServedModel[] | null) {
  const windows = createContextWindows(context);
  windows.learn(new Map((served ?? []).flatMap(({ id, window }) => (window ? [[id, window]] : []))));
  return windows;
}

const adviceOf = (base: string): string => `Set AI_BASE_URL to ${base}, where a server answers.`;

const withBaseFound = (list: ListReport, base: string): ListReport => ({
  ...list,
  state: 'wrong',
  advice: adviceOf(base),
});

/** A server answers at a different base URL, which explains all failures. */
function withBase(trials: readonly Trial[], base: string): Trial[] {
  return trials.map((trial) => (trial.state === 'wrong' ? { ...trial, advice: adviceOf(base) } : trial));
}
