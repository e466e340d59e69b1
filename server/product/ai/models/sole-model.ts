import type { Log } from '#server/lib/log.ts';
import type { ServedModel, TextModel } from '#server/providers/text-model/text-model.ts';

/** The one model for texts that an endpoint lists; null where it lists several, or none. */
export function soleModel(served: readonly ServedModel[] | null): ServedModel | null {
  const chat = (served ?? []).filter(({ id, isOther = false }) => !isOther && !EMBEDDING.test(id));
  const [only] = chat;
  return chat.length === 1 && only ? only : null;
}

/** LM Studio lists its embedding model beside the one that is loaded, and does not say what it is. */
const EMBEDDING = /embed/i;

/**
 * A text model that tells when its endpoint turns out to serve exactly one model, each time it is asked for its list.
 * For installations in which none is named: llama.cpp, or a proxy with one route.
 */
export function tellingSoleModel(
  textModel: TextModel,
  tell: (model: ServedModel) => void,
  log: Log,
): TextModel {
  let told: string | null = null;
  return {
    ...textModel,
    async listModels(signal, used) {
      const served = await textModel.listModels(signal, used);
      const only = soleModel(served);
      if (only !== null && only.id !== told) {
        told = only.id;
        log.info('AI_MODEL_FAST is not set: the only model that the endpoint lists is used', { model: told });
        tell(only);
      }
      return served;
    },
  };
}

/** A text model that tells of the first answer of each model. */
export function tellingFirstAnswer(textModel: TextModel, tell: () => void): TextModel {
  const answered = new Set<string>();
  return {
    ...textModel,
    async complete(request, options) {
      const result = await textModel.complete(request, options);
      if (!answered.has(request.model)) {
        answered.add(request.model);
        tell();
      }
      return result;
    },
  };
}
