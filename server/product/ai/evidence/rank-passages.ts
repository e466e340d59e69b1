import { scoreTexts } from '#server/lib/score-texts.ts';
import type { Passage } from './split-passages.ts';

/**
 * The passages that say most about a question, in the order of the page, at most so many. Where none shares a word
 * with it (another language, for one) the page speaks from its beginning.
 */
export function rankPassages(passages: readonly Passage[], question: string, atMost: number): Passage[] {
  const scores = scoreTexts(
    passages.map(({ text }) => text),
    question,
  );
  const best = passages
    .map((_passage, index) => index)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, atMost);
  return passages.filter((_passage, index) => best.includes(index));
}
