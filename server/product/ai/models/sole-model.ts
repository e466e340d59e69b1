import type { ServedModel, TextModel } from '#server/providers/text-model/text-model.ts';

/** Returns the only text model that an endpoint lists; null if it lists several or none. */
export function soleModel(served: readonly ServedModel[] | null): ServedModel | null {
  const chat = (served ?? []).filter(({ id, isOther = false }) => !isOther && !EMBEDDING.test(id));
  const [only] = chat;
  return chat.length === 1 && only ? only : null;
}

/** LM Studio lists its embedding model without saying what it is. */
const EMBEDDING = /embed/i;

/**
 * Wraps a text model: calls `tell` whenever `listModels` finds that the endpoint serves exactly one model and it's new.
 * For installations that name no model: llama.cpp, or a proxy with one route.
 */
export function tellingSoleModel(textModel: TextModel, tell: (model: ServedModel) => void): TextModel {
  let told: string | null = null;
  return {
    ...textModel,
    async listModels(signal, used) {
      const served = await textModel.listModels(signal, used);
      const only = soleModel(served);
      if (only !== null && only.id !== told) {
        told = only.id;
        tell(only);
      }
      return served;
    },
  };
}

/** Wraps a text model: calls `tell` after each model's first answer. */
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
