import type { AiTaskType } from '#domain/ai-task.ts';
import type { ToolAvailability } from '../available-tools.ts';
import type { ChosenModels } from '../choose-models.ts';
import type { Tool } from '../tool.ts';

/** What is built for one choice of models. */
type Build = (models: ChosenModels) => readonly ToolAvailability[];

export interface LateTools {
  readonly available: readonly ToolAvailability[];
  /** Whether the tool looks at attached pictures: that does depend on the model. */
  seesImages(type: AiTaskType): boolean;
  /** Runs that begin from now on use these models. */
  use(models: ChosenModels): void;
}

/**
 * The tools for models that may be known only after the start. What a tool is (its limits, its kind) does not depend on
 * the model's name, so `first` may hold a stand-in for one that is not known yet.
 */
export function createLateTools(build: Build, first: ChosenModels): LateTools {
  const available = build(first);
  let current = toolsByType(available);
  return {
    available: available.map((each) =>
      each.tool === null ? each : { type: each.type, tool: { ...each.tool, run: runOf(each.tool) } },
    ),
    seesImages: (type) => current.get(type)?.seesImages === true,
    use(models) {
      current = toolsByType(build(models));
    },
  };

  function runOf(tool: Tool): Tool['run'] {
    return (input, context) => (current.get(tool.type) ?? tool).run(input, context);
  }
}

const toolsByType = (available: readonly ToolAvailability[]): ReadonlyMap<AiTaskType, Tool> =>
  new Map(available.flatMap(({ type, tool }) => (tool ? [[type, tool]] : [])));
