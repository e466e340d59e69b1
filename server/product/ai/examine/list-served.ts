import type { ListReport } from '#domain/model-report.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import type { ExaminationDeps } from './examination.ts';

export interface ListedModels {
  /** Null if the provider has no list, or couldn't be reached. */
  readonly served: readonly ServedModel[] | null;
  readonly list: ListReport;
}

/** Fetches the provider's list. Never rejects: some servers work without one. */
export async function listServed(
  { textModel, advise, log }: Pick<ExaminationDeps, 'textModel' | 'advise' | 'log'>,
  { used, signal }: { readonly used: readonly string[]; readonly signal: AbortSignal },
): Promise<ListedModels> {
  try {
    const served = await textModel.listModels(signal, used);
    if (served === null) {
      const list = { state: 'note', note: 'it doesn’t list its models', advice: null, count: null } as const;
      return { served, list };
    }
    return { served, list: { state: 'ok', note: null, advice: null, count: served.length } };
  } catch (error) {
    const isKnown = error instanceof ProviderError;
    if (!isKnown) log.error('a check of the AI connection failed unexpectedly', { error });
    const list: ListReport = {
      state: 'wrong',
      note: isKnown ? error.message : 'the check itself failed, see the log',
      advice: isKnown ? advise(error, { part: 'texts', setting: 'AI_MODEL_FAST' }) : null,
      count: null,
    };
    return { served: null, list };
  }
}
