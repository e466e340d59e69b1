import { checkText } from '#server/product/ai/evidence/check-text.ts';
import type { Claim } from '#server/product/ai/evidence/claim.ts';
import { createJudge, type JudgeOptions, type Reading } from '#server/product/ai/evidence/judge-sentences.ts';

/** A claim that says what its quote says. */
export const claimOf = (id: string, quote: string): Claim => ({
  id,
  source: id,
  text: quote,
  quote,
  around: '',
  verdict: 'exact',
  answers: [],
});

/** Judges a text after a second reading, of which nothing has been said but what is given. */
export function judgeText(text: string, options: JudgeOptions, given: Partial<Reading> = {}) {
  const reading: Reading = { verdicts: new Map(), corrections: null, again: new Map(), ...given };
  return { judge: createJudge({ ...options, reading }), ...checkText(text, { ...options, reading }) };
}
