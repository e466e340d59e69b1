import type { Tool } from '../tool.ts';
import type { Effects } from './effects.ts';
import { type Interpretation, interpret } from './interpret.ts';

export interface SteppedToolOptions<Plan, State> extends Interpretation<Plan, State> {
  readonly effects: Effects;
  /** Maximum provider calls of one run. */
  readonly calls: number;
}

/** Wraps a reducer as a tool for the run worker. */
export function createSteppedTool<Plan, State>({ calls, ...how }: SteppedToolOptions<Plan, State>): Tool {
  return {
    type: how.spec.type,
    kind: how.effects.textModel.kind,
    calls,
    deadline: how.deadline,
    run: (input, context) => interpret(how, input, context),
  };
}
