import type { AiTaskType } from '#domain/ai-task.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import type { Tool } from '../tool.ts';
import type { ToolAvailability } from './available-tools.ts';

/** Builds the tools for one choice of models. */
type Build = (models: ChosenModels) => readonly ToolAvailability[];

export interface LateTools {
  readonly available: readonly ToolAvailability[];
  /** Whether the models are named or found. */
  readonly isModelKnown: () => boolean;
  /** Returns the models of runs that start now. */
  readonly models: () => ChosenModels;
  /** Whether the tool reads attached pictures, depending on its model. */
  readonly seesImages: (type: AiTaskType) => boolean;
  /** Whether it reads scanned pages, depending on its models. */
  readonly readsScans: (type: AiTaskType) => boolean;
  /** Uses these models for runs that start from now on. */
  readonly use: (models: ChosenModels) => void;
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
  let models = first;
  const available = build(first);
  let current = toolsByType(available);
  return {
    available: available.map((each) =>
      each.tool === null ? each : { type: each.type, tool: { ...each.tool, ...late(each.tool) } },
    ),
    isModelKnown: () => isKnown,
    models: () => models,
    seesImages: (type) => current.get(type)?.seesImages === true,
    readsScans: (type) => current.get(type)?.readsScans === true,
    use(found) {
      isKnown = true;
      models = found;
      current = toolsByType(build(found));
    },
  };

  function late(first: Tool): Pick<Tool, 'run' | 'lastPage'> {
    const now = (): Tool => current.get(first.type) ?? first;
    return {
      run: (input, context) => now().run(input, context),
      ...(first.lastPage && {
        lastPage: (tokens, money) => now().lastPage?.(tokens, money) ?? tokens.length,
      }),
    };
  }
}

const toolsByType = (available: readonly ToolAvailability[]): ReadonlyMap<AiTaskType, Tool> =>
  new Map(available.flatMap(({ type, tool }) => (tool ? [[type, tool]] : [])));
