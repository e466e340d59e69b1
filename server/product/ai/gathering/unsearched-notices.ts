import type { RunNotice } from '#domain/run/run-steps.ts';
import type { Failures } from './nothing-found.ts';

/** What a reader has to know where the money did not do for every search. */
export const unsearchedNotices = ({ unsearched }: Pick<Failures, 'unsearched'>): RunNotice[] =>
  unsearched.length > 0 ? [{ key: 'not_searched', params: { queries: unsearched } }] : [];
