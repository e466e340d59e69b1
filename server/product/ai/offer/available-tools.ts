import { AI_TASK_TYPES, type AiTaskType } from '#domain/ai-task.ts';
import type { Tool } from '../tool.ts';
import { asking, type ToolDeps, type WhyNot } from '../tools/build.ts';
import { REGISTRY } from '../tools/registry.ts';
import { takingLess } from '../tools/taking-less.ts';
import { type GuardSetting, guard } from './guards.ts';
import type { Hosts } from './tell-recipients.ts';

export type ToolAvailability =
  | { readonly type: AiTaskType; readonly tool: Tool }
  | { readonly type: AiTaskType; readonly tool: null; readonly why: WhyNot };

export interface MissingTool {
  readonly type: AiTaskType;
  readonly why: WhyNot;
}

/** Builds all eight types, each with its tool or the reason why there is none, without guards. */
export function buildTools(deps: ToolDeps): readonly ToolAvailability[] {
  return AI_TASK_TYPES.map((type) => {
    const built = takingLess(REGISTRY[type])(deps);
    return typeof built === 'string' ? { type, tool: null, why: built } : { type, tool: asking(built, deps) };
  });
}

/** Puts the guards around each tool of a list. */
export function guardTools(
  availabilities: readonly ToolAvailability[],
  setting: GuardSetting,
): readonly ToolAvailability[] {
  return availabilities.map((each) =>
    each.tool === null ? each : { type: each.type, tool: guard(each.tool, setting) },
  );
}

export interface AvailableToolDeps extends ToolDeps {
  /** Hosts of the models. Omitted for the demo, where nothing leaves the machine. */
  readonly hosts?: Hosts;
}

/** Builds and guards all eight types for models that are known from the start. */
export function availableTools({ hosts, ...deps }: AvailableToolDeps): readonly ToolAvailability[] {
  const { models, images, web, scans } = deps;
  const served = { models, images, search: web?.search.name ?? null, ocr: scans?.name ?? null };
  return guardTools(buildTools(deps), hosts ? { served: () => ({ hosts, ...served }) } : {});
}

/** Returns the tools of a list that can be used. */
export function usableTools(availabilities: readonly ToolAvailability[]): Tool[] {
  return availabilities.flatMap(({ tool }) => tool ?? []);
}

/** Returns those that can't, with the reason. */
export function missingTools(availabilities: readonly ToolAvailability[]): MissingTool[] {
  return availabilities.flatMap((each) => (each.tool === null ? { type: each.type, why: each.why } : []));
}
