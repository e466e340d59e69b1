import { wordsIn } from './words-in.ts';

/** BM25's usual constants k1 (saturation of repeated words) and b (normalization by length). */
const SATURATION = 1.5;
const LENGTH_WEIGHT = 0.75;

/**
 * Scores each text's relevance to a question with BM25 (Robertson and Zaragoza, 2009): 0 without a common word. Rare
 * words count most.
 */
export function scoreTexts(texts: readonly string[], question: string): number[] {
  const wanted = [...new Set(wordsIn(question))];
  const words = texts.map(wordsIn);
  const average = words.reduce((sum, each) => sum + each.length, 0) / Math.max(1, words.length);
  const weights = wanted.map((word) => {
    const having = words.filter((each) => each.includes(word)).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  return words.map((each) => {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * each.length) / Math.max(1, average));
    return wanted.reduce((sum, word, index) => {
      const count = each.filter((other) => other === word).length;
      return sum + ((weights[index] ?? 0) * count * (SATURATION + 1)) / (count + norm);
    }, 0);
  });
}
