import type { Tool } from '../tool.ts';
import { type Interpretation, interpret } from './interpret.ts';

export interface SteppedToolOptions<Plan, State> extends Interpretation<Plan, State> {
  /** Provider calls of one run. */
  readonly calls: number;
}

/** A reducer as a tool that the run worker can use like any other. */
export function createSteppedTool<Plan, State>({ calls, ...how }: SteppedToolOptions<Plan, State>): Tool {
  return {
    type: how.spec.type,
    kind: how.effects.textModel.kind,
    calls,
    deadline: how.deadline,
    run: (input, context) => interpret(how, input, context),
  };
}
