import { scoreTexts } from '#server/lib/score-texts.ts';
import type { Passage } from '../evidence/split-passages.ts';
import { fitting } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';

/**
 * The most relevant passages for a question, in page order, within a count and a size limit. If none shares a
 * word with it, as in another language, takes the page's beginning.
 */
export function rankPassages(
  passages: readonly Passage[],
  question: string,
  { atMost, room }: { readonly atMost: number; readonly room: number },
): Passage[] {
  const scores = scoreTexts(
    passages.map(({ text }) => text),
    question,
  );
  const ranked = passages
    .map((_passage, index) => index)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, atMost);
  const best = fitting(ranked, (index) => estimateTokens(passages[index]?.text ?? '') + 1, room);
  return passages.filter((_passage, index) => best.includes(index));
}
