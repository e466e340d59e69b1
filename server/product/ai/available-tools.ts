import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { createAnswerTool } from './answer.ts';
import type { ChosenModels } from './choose-models.ts';
import type { Tool } from './tool.ts';

/** Why a tool cannot be used: the operator has named no model for it, or this version of Errand does not have it. */
export type WhyNot = 'no_model_named' | 'not_built';

export type ToolAvailability =
  | { readonly type: AiTaskType; readonly tool: Tool }
  | { readonly type: AiTaskType; readonly tool: null; readonly why: WhyNot };

/** All eight types, each with its tool or the reason why there is none. */
export function availableTools(deps: {
  textModel: TextModel;
  models: ChosenModels;
}): readonly ToolAvailability[] {
  return AI_TASK_TYPES.map((type) => {
    const found = BUILT[type]?.(deps) ?? 'not_built';
    return typeof found === 'string' ? { type, tool: null, why: found } : { type, tool: found };
  });
}

/** The tools of a list that can be used. */
export function usableTools(availabilities: readonly ToolAvailability[]): Tool[] {
  return availabilities.flatMap(({ tool }) => tool ?? []);
}

type Build = (deps: { textModel: TextModel; models: ChosenModels }) => Tool | WhyNot;

const BUILT: Partial<Record<AiTaskType, Build>> = {
  answer: ({ textModel, models }) =>
    models.answer === null ? 'no_model_named' : createAnswerTool({ textModel, model: models.answer }),
};
