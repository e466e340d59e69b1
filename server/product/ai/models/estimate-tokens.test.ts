import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutToTokens, estimateTokens } from './estimate-tokens.ts';

it('estimates at least what tokenizers count', () => {
  // 9 and 10 tokens with o200k_base.
  expect(estimateTokens('The quick brown fox jumps over the dog')).toBeGreaterThanOrEqual(9);
  expect(estimateTokens('你好，世界，今天天气')).toBeGreaterThanOrEqual(10);
  // 30 and 29 tokens with those of Qwen and Gemma, which split digits.
  expect(estimateTokens('2026-07-14  418213.70  2281.43')).toBeGreaterThanOrEqual(25);
});

it('truncates a text at whole characters, visibly', () => {
  expect(cutToTokens('short', 10)).toBe('short');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 }), (text) => {
      const cut = cutToTokens(text, 15);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(17);
      expect(cut.isWellFormed()).toBe(true);
      if (estimateTokens(text) > 15) expect(cut.endsWith('…')).toBe(true);
    }),
  );
});
