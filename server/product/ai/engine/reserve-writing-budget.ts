import type { PlannedCall, Reserve, ToolContext } from '../tool.ts';
import type { Action } from './action.ts';

/** The part of a run's money that gathering leaves for writing. */
export const WRITING_RESERVE = 0.15;

/**
 * The part that an action leaves: what was searched or recognised has still to be read, and all of it to be written. A
 * search costs as much as the notes of five pages, so searches leave less than scans do.
 */
const PARTS: Readonly<Record<Action['kind'], number>> = {
  search: 0.3,
  scan: 0.4,
  read: WRITING_RESERVE,
  chat: WRITING_RESERVE,
  profile: WRITING_RESERVE,
  query: WRITING_RESERVE,
};

/** The context of an action: one that gathers leaves what is still to be done its money. */
export function reserveWritingBudget(
  context: ToolContext,
  action: Action,
  writing: NonNullable<Reserve['call']>,
): ToolContext {
  if (!action.gathers) return context;
  const keep: Reserve = { part: PARTS[action.kind], call: writing };
  return { ...context, beforeCall: (call: PlannedCall) => context.beforeCall({ ...call, keep }) };
}
