import { type AnalysisState, isAnswered } from './state.ts';

/** Names of the files whose tables queries with a result have read. */
export function filesUsed({ asked, tables }: Pick<AnalysisState, 'asked' | 'tables'>): string[] {
  const read = new Set(asked.filter(isAnswered).flatMap(({ outcome }) => outcome.tables));
  const used = (tables ?? []).filter(({ name }) => read.has(name));
  return [...new Set(used.map(({ file }) => file))];
}
