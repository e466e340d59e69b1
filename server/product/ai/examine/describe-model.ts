import type { CheckedSubject } from '#domain/model-report.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import { isServed } from '../models/is-served.ts';
import type { ExaminationDeps } from './examination.ts';
import type { PlannedSubject } from './plan-trials.ts';

/** Context in tokens above which all tools should work as intended. */
const AMPLE = 16_384;

/** Describes a model from its provider's list, before any call. */
export function describeModel(
  { context }: Pick<ExaminationDeps, 'context'>,
  { model, setting }: PlannedSubject,
  served: readonly ServedModel[] | null,
): Omit<CheckedSubject, 'trials'> {
  const found = findServed(served, model);
  const window = Math.min(context ?? Number.POSITIVE_INFINITY, found?.window ?? Number.POSITIVE_INFINITY);
  const facts = {
    kind: 'text',
    name: model,
    setting,
    listed: served && found !== null,
    window: Number.isFinite(window) ? window : null,
  } as const;
  if (window < AMPLE) {
    const advice = `Give it a context of at least ${AMPLE} tokens (OLLAMA_CONTEXT_LENGTH for Ollama) and set AI_CONTEXT to the same number. With less, it reads less at once.`;
    return { ...facts, state: 'note', note: 'its context is small', advice };
  }
  if (facts.listed === false) {
    return { ...facts, state: 'note', note: 'its provider doesn’t list it', advice: null };
  }
  return { ...facts, state: 'ok', note: null, advice: null };
}

export const findServed = (served: readonly ServedModel[] | null, model: string): ServedModel | null =>
  served?.find(({ id }) => isServed(model, [id])) ?? null;
