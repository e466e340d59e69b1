import { findForeignNumber, type Known } from '../../evidence/numbers-in.ts';
import { type AnalysisState, type AskedQuery, isAnswered } from './analysis-state.ts';
import { findNumberWord } from './find-number-word.ts';

/**
 * Queries with the words of their planner, which has seen no result of theirs: where they say another number than the
 * query, the task and the names of the columns do, the names of the result's columns stand in their place.
 */
export function withCheckedWords({ asked, tables, input }: AnalysisState): AskedQuery[] {
  const labels = (tables ?? []).flatMap(({ file, columns }) => [file, ...columns.map(({ label }) => label)]);
  const task = [input.task.title, input.instruction ?? ''];
  return asked.map((query) => {
    if (!isAnswered(query)) return query;
    const known: Known = { texts: [...task, ...labels, query.sql] };
    const names = query.outcome.columns.join(', ');
    const check = (words: string): string => {
      const typed = findForeignNumber(words, known) ?? findNumberWord(words, input.language, known.texts);
      return typed === null ? words : names;
    };
    const { chart } = query;
    return {
      ...query,
      purpose: check(query.purpose),
      chart: chart && { ...chart, title: check(chart.title) },
    };
  });
}
