import { WISH_MAX } from '#domain/ai-task.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/app.ts';

/** A run's questions, each with what the person said or what was assumed, for the receipt. */
export const wordAnswers = ({ answers }: Pick<Run, 'answers'>): (readonly [string, string])[] =>
  (answers ?? []).map(({ question, answer, assumed }) => [
    question,
    t(assumed ? 'delegation.questions.assumed' : 'delegation.questions.said', { answer }),
  ]);

/** What a repeat of the run is told in place of asking again: the person's words, or the answers to its questions. */
export function wishOf(run: Pick<Run, 'options' | 'answers'>): string | undefined {
  const { wish } = run.options;
  if (wish !== undefined || run.answers === null || run.answers.length === 0) return wish;
  return wordAnswers(run)
    .map((line) => line.join(' '))
    .join('\n')
    .slice(0, WISH_MAX);
}
