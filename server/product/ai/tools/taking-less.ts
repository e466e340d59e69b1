import type { RunStep } from '#domain/run/run-steps.ts';
import { isTooLong } from '#server/providers/provider-error/provider-error.ts';
import { countCalls } from '../engine/count-calls.ts';
import type { ToolContext, ToolInput, ToolOutput } from '../tool.ts';
import type { Build, ToolDeps } from './build.ts';

/** How many times smaller a window is taken to be, one try after the other: the densest text needs the last. */
const DIVISORS = [1, 1.5, 2.25, 3.4] as const;
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
        const counted = countCalls({ ...context, onStep: onceEach((step) => context.onStep(step)) });
        const tries = triesFor(deps).map((tried) => build(tried));
        const output = await runFirst(tries, input, counted.context);
        return { ...output, usage: counted.usage() };
      },
    };
  };

function triesFor(deps: ToolDeps): readonly ToolDeps[] {
  const { windowOf, models } = deps;
  if (windowOf === undefined) return [deps];
  const windows = Object.values(models).map((model) =>
    model === null ? Number.POSITIVE_INFINITY : windowOf(model),
  );
  const least = Math.min(...windows);
  // An unknown window has nothing to divide.
  if (least === Number.POSITIVE_INFINITY) return [deps];
  const divisors = DIVISORS.filter((divisor) => divisor === 1 || least / divisor >= LEAST_TRIED);
  return divisors.map((divisor, at) => ({
    ...deps,
    windowOf: (model) => windowOf(model) / divisor,
    mayTakeLess: at < divisors.length - 1,
  }));
}

async function runFirst(
  [tool, ...others]: readonly ReturnType<Build>[],
  input: ToolInput,
  context: ToolContext,
): Promise<ToolOutput> {
  if (tool === undefined || typeof tool === 'string')
    throw new Error(`the tool can't be built any more: ${tool}`);
  try {
    return await tool.run(input, context);
  } catch (error) {
    if (others.length === 0 || !isTooLong(error)) throw error;
    context.onRestart();
    return runFirst(others, input, context);
  }
}

/** Passes each step on once: a second start reads the same files. */
function onceEach(onStep: (step: RunStep) => void): (step: RunStep) => void {
  const told = new Set<string>();
  return (step) => {
    const text = JSON.stringify(step);
    if (!told.has(text)) onStep(step);
    told.add(text);
  };
}
