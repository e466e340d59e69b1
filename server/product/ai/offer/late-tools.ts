import type { AiTaskType } from '#domain/ai-task.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import type { Tool } from '../tool.ts';
import type { ToolAvailability } from './available-tools.ts';

/** Builds the tools for one choice of models. */
type Build = (models: ChosenModels) => readonly ToolAvailability[];

export interface LateTools {
  readonly available: readonly ToolAvailability[];
  /** Whether the tool reads attached pictures, depending on its model. */
  seesImages(type: AiTaskType): boolean;
  /** Uses these models for runs that start from now on. */
  use(models: ChosenModels): void;
}

/**
 * Creates the tools for models that may become known only after startup. A tool's limits and kind don't depend on the
 * model's name, so `first` may contain a placeholder for an unknown model.
 */
export function createLateTools(
  build: Build,
  { first, isNamed }: { readonly first: ChosenModels; readonly isNamed: boolean },
): LateTools {
  let isKnown = isNamed;
  const available = build(first);
  let current = toolsByType(available);
  return {
    available: available.map((each) =>
      each.tool === null ? each : { type: each.type, tool: { ...each.tool, run: runOf(each.tool) } },
    ),
    seesImages: (type) => current.get(type)?.seesImages === true,
    use(models) {
      isKnown = true;
      current = toolsByType(build(models));
    },
  };

  function runOf(tool: Tool): Tool['run'] {
    return (input, context) => {
      if (!isKnown) throw notYet();
      return (current.get(tool.type) ?? tool).run(input, context);
    };
  }
}

/** A run that was queued before a restart waits until the server has said which model it serves. */
const notYet = (): ProviderError =>
  new ProviderError('upstream', 'it is not known yet which model is served', {
    retryable: true,
    retryAfter: 30,
  });

const toolsByType = (available: readonly ToolAvailability[]): ReadonlyMap<AiTaskType, Tool> =>
  new Map(available.flatMap(({ type, tool }) => (tool ? [[type, tool]] : [])));
