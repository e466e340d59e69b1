import type { RunStep } from '#domain/run/run-steps.ts';
import { isTooLong } from '#server/providers/provider-error/provider-error.ts';
import { countCalls } from '../engine/count-calls.ts';
import type { ToolContext, ToolInput, ToolOutput } from '../tool.ts';
import type { Build, ToolDeps } from './build.ts';

/** How many times smaller a window is taken to be, one try after the other: the densest text needs the last. */
const DIVISORS = [1.5, 2.25, 3.4] as const;
/** Least tokens of a window that leaves room for anything besides the rules. */
const LEAST_TRIED = 1_500;

/**
 * Lets a tool start again with less, after the server refused a prompt as too long for its context or was seen to cut
 * it: only the server knows how many tokens a text has. What was journaled for the larger window is not reused.
 */
export const takingLess =
  (build: Build): Build =>
  (deps) => {
    const built = build(deps);
    if (typeof built === 'string') return built;
    return {
      ...built,
      async run(input, context) {
        const counted = countCalls(context);
        const output = await runFirst(build, triesFor(deps), { input, context: counted.context });
        return { ...output, usage: counted.usage() };
      },
    };
  };

function triesFor(deps: ToolDeps): readonly [ToolDeps, ...ToolDeps[]] {
  const { windowOf, models } = deps;
  if (windowOf === undefined) return [deps];
  const windows = Object.values(models).map((model) =>
    model === null ? Number.POSITIVE_INFINITY : windowOf(model),
  );
  const least = Math.min(...windows);
  // An unknown window has nothing to divide.
  if (least === Number.POSITIVE_INFINITY) return [deps];
  const smaller = DIVISORS.filter((divisor) => least / divisor >= LEAST_TRIED).map((divisor) => ({
    ...deps,
    windowOf: (model: string) => Math.floor(windowOf(model) / divisor),
  }));
  return [deps, ...smaller];
}

async function runFirst(
  build: Build,
  [deps, ...others]: readonly [ToolDeps, ...ToolDeps[]],
  { input, context }: { readonly input: ToolInput; readonly context: ToolContext },
): Promise<ToolOutput> {
  const [next, ...rest] = others;
  const tool = build({ ...deps, mayTakeLess: next !== undefined });
  if (typeof tool === 'string') throw new Error(`the tool can't be built any more: ${tool}`);
  if (next === undefined) return tool.run(input, context);
  const told: string[] = [];
  const onStep = (step: RunStep): void => {
    told.push(JSON.stringify(step));
    context.onStep(step);
  };
  try {
    return await tool.run(input, { ...context, onStep });
  } catch (error) {
    if (!isTooLong(error)) throw error;
    context.onRestart();
    return runFirst(build, [next, ...rest], {
      input,
      context: { ...context, onStep: without(told, context) },
    });
  }
}

/** Passes on the steps that a second start doesn't repeat: it reads the same files. */
function without(told: readonly string[], { onStep }: Pick<ToolContext, 'onStep'>): ToolContext['onStep'] {
  const left = [...told];
  return (step) => {
    const at = left.indexOf(JSON.stringify(step));
    if (at === -1) onStep(step);
    else left.splice(at, 1);
  };
}
