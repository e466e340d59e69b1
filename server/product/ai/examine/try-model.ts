import type { Trial } from '#domain/model-report.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { ServedModel, TextResult } from '#server/providers/text-model/text-model.ts';
import { onceMoreWithRoom } from '../models/once-more.ts';
import type { ExaminationDeps } from './examination.ts';
import { type Measured, measureCall, untried } from './measure-call.ts';
import type { PlannedSubject } from './plan-trials.ts';
import { droppedOf, type TextRole, TRIAL_CALLS } from './trial-calls.ts';

export interface TriedModel {
  readonly trials: readonly Trial[];
  /** No other model of this provider would work either: bad key, empty account, or unreachable. */
  readonly isProviderAway: boolean;
}

export interface TryOptions {
  /** Entry of the provider's list. */
  readonly served: ServedModel | null;
  readonly signal: AbortSignal;
}

/** Makes one small call per role of a model, skipping those that would fail the same way. */
export async function tryModel(
  deps: ExaminationDeps,
  subject: PlannedSubject,
  options: TryOptions,
): Promise<TriedModel> {
  const trials: Trial[] = [];
  let isProviderAway = false;
  let isModelAway = false;
  for (const role of subject.roles) {
    if (isModelAway) {
      trials.push(untried(role, 'it would fail the same way'));
      continue;
    }
    const { trial, error } = await tryRole(deps, { ...subject, role }, options);
    trials.push(trial);
    isProviderAway ||= isAboutProvider(error);
    isModelAway ||= isProviderAway || isAboutModel(error, role);
  }
  return { trials, isProviderAway };
}

function tryRole(
  deps: ExaminationDeps,
  { model, setting, role }: PlannedSubject & { readonly role: TextRole },
  { served, signal }: TryOptions,
): Promise<Measured> {
  const { textModel } = deps;
  const trial = TRIAL_CALLS[role];
  const { request } = trial;
  const { effort = 'low' } = request;
  const asked = { part: 'texts', setting: role === 'vision' ? 'AI_MODEL_VISION' : setting } as const;
  const call = (limited: AbortSignal): Promise<TextResult> => {
    const { thinks, thinkingNeed } = textModel.about(model, effort);
    const thinkingTokens = thinks === false ? 0 : Math.max(request.thinkingTokens ?? 0, thinkingNeed);
    return textModel.complete(
      { ...request, model, thinkingTokens },
      { signal: limited, onText: () => undefined },
    );
  };
  const make = async (limited: AbortSignal): Promise<Omit<Trial, 'role' | 'ms'>> => {
    const result = await onceMoreWithRoom(
      () => call(limited),
      () => !limited.aborted,
    );
    const { sent } = result;
    const cost = deps.isOwn ? 0 : costOf(result, served);
    return { ...trial.judge(result, setting), cost, sent, dropped: droppedOf(request, sent) };
  };
  return measureCall(deps, { role, asked, make }, signal);
}

/** Cost in USD as reported by the provider, else by its price list. */
function costOf({ usage }: TextResult, served: ServedModel | null): number | null {
  if (usage === null || usage.cost !== null) return usage?.cost ?? null;
  const price = served?.price ?? null;
  return price && usage.promptTokens * price.prompt + usage.completionTokens * price.completion;
}

/** True for a rejected key, an empty account, or an unreachable server: the same for all models. */
function isAboutProvider(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false;
  const { kind, status } = error;
  return (
    kind === 'payment' || (kind === 'auth' && status !== 403) || (kind === 'upstream' && status === null)
  );
}

/** True if an error concerns the model itself, not a feature that only this role needs (pictures, schemas). */
function isAboutModel(error: unknown, role: TextRole): boolean {
  if (!(error instanceof ProviderError) || role === 'vision') return false;
  return error.kind === 'auth' || (error.kind === 'request' && (error.status === 404 || role === 'answer'));
}
