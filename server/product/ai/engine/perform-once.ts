import type { RunStep } from '#domain/run/run-steps.ts';
import type { ToolContext } from '../tool.ts';
import { type Action, type ActionResult, actionResult } from './action.ts';
import type { Effects } from './effects.ts';
import { performAction } from './perform-action.ts';

interface Once {
  /** Changes with the action: a result of another version isn't used. */
  readonly version: string;
  /** Shown before it is performed. */
  readonly before: RunStep;
  /** Recorded with the result. */
  readonly steps: (result: ActionResult) => readonly RunStep[];
}

/** Performs one action for a tool that is no reducer, and journals it: a restarted run gets the recorded result. */
export async function performOnce(
  action: Action,
  { version, before, steps }: Once,
  { effects, context }: { readonly effects: Effects; readonly context: ToolContext },
): Promise<ActionResult> {
  const journal = await context.journal.read(version);
  const known = journal.get(action.id);
  if (known !== undefined) return actionResult.parse(known);
  context.onStep(before);
  const result = await performAction(action, effects, context);
  await context.journal.record({ step: action.id, version, result, lines: steps(result) });
  return result;
}
