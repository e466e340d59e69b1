import type { Log } from '#server/lib/log.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { ChosenModels } from './choose-models.ts';

/**
 * Warns, at the start, of models that the provider does not serve (any more): every run would fail and give its
 * credit back. Never rejects and stops nothing, since the provider may only be away for a moment.
 */
export async function findMissingModels({
  textModel,
  models,
  log,
  signal,
}: {
  textModel: TextModel;
  models: ChosenModels;
  log: Log;
  signal: AbortSignal;
}): Promise<readonly string[]> {
  const wanted = [...new Set([models.fast, models.research, models.answer])].filter(
    (model) => model !== null,
  );
  if (wanted.length === 0) {
    log.warn('no AI model is named: set AI_MODEL_FAST to an id that the provider at AI_BASE_URL serves');
    return [];
  }
  try {
    const served = await textModel.listModels(signal);
    if (served === null) return [];
    const missing = wanted.filter((model) => !isServed(model, served));
    for (const model of missing) {
      log.warn('a configured AI model is not served by the provider: set AI_MODEL_FAST to another', {
        model,
      });
    }
    return missing;
  } catch (error) {
    if (!signal.aborted) log.warn('the AI provider could not be asked for its models', { error });
    return [];
  }
}

/** OpenRouter's endings for routing (`:nitro`, `:floor`, …) are in no list; Ollama lists `name` as `name:latest`. */
function isServed(model: string, served: readonly string[]): boolean {
  const plain = model.replace(/:(nitro|floor|online|exacto)$/, '');
  return served.some((id) => id === plain || id === model || id === `${model}:latest`);
}
