import type { RunNotice } from '#domain/run/run-notices.ts';
import type { Failures } from './nothing-found.ts';

/** Notice for searches skipped because the budget was used up. */
export const unsearchedNotices = ({ unsearched }: Pick<Failures, 'unsearched'>): RunNotice[] =>
  unsearched.length > 0 ? [{ key: 'not_searched', params: { queries: unsearched } }] : [];
