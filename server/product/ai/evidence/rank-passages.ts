import type { Passage } from './split-passages.ts';
import { wordsIn } from './words-in.ts';

/** The usual constants of BM25: how soon a repeated word stops counting, and how much a long passage is held back. */
const SATURATION = 1.5;
const LENGTH_WEIGHT = 0.75;

/**
 * The passages that say most about a question, in the order of the page, at most so many. Where none shares a word
 * with it (another language, for one) the page speaks from its beginning.
 */
export function rankPassages(passages: readonly Passage[], question: string, atMost: number): Passage[] {
  const wanted = [...new Set(wordsIn(question))];
  const words = passages.map(({ text }) => wordsIn(text));
  const average = words.reduce((sum, each) => sum + each.length, 0) / Math.max(1, words.length);
  const weights = wanted.map((word) => {
    const having = words.filter((each) => each.includes(word)).length;
    return Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
  });
  const scores = words.map((each) => {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * each.length) / Math.max(1, average));
    return wanted.reduce((sum, word, index) => {
      const count = each.filter((other) => other === word).length;
      return sum + ((weights[index] ?? 0) * count * (SATURATION + 1)) / (count + norm);
    }, 0);
  });
  const best = passages
    .map((_passage, index) => index)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, atMost);
  return passages.filter((_passage, index) => best.includes(index));
}
