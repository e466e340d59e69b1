import type { PlannedCall, Reserve, ToolContext } from '../tool.ts';
import type { Action } from './action.ts';

/** Fraction of a run's budget that gathering leaves for writing. */
export const WRITING_RESERVE = 0.15;

/**
 * Fraction that each action leaves: search results, scans and what was copied from pictures must still be read, and
 * everything written up. A search costs as much as the notes of five pages, so searches leave less than scans do.
 */
const PARTS: Readonly<Record<Action['kind'], number>> = {
  search: 0.3,
  scan: 0.4,
  read: WRITING_RESERVE,
  chat: WRITING_RESERVE,
  profile: WRITING_RESERVE,
  query: WRITING_RESERVE,
  picture: WRITING_RESERVE,
};

/** Context for an action; a gathering one must leave the budget for what follows. */
export function reserveWritingBudget(
  context: ToolContext,
  action: Action,
  writing: Reserve['call'] | null,
): ToolContext {
  if (!action.gathers || !writing) return context;
  const isCopy = action.kind === 'chat' && action.role === 'viewer';
  const keep: Reserve = { part: PARTS[isCopy ? 'scan' : action.kind], call: writing };
  return { ...context, beforeCall: (call: PlannedCall) => context.beforeCall({ ...call, keep }) };
}
