import { describe, expect, it } from 'vitest';
import { type GlyphRun, lettersOf, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { readPdf } from './child/read-pdf.ts';

const textOf = async (runs: readonly GlyphRun[]): Promise<string> =>
  (await readPdf(makeGlyphPdf(runs))).pages.join('\f');

/** Each letter by itself, farther apart by a share of its size; these letters are at most 6 wide. */
function spread(y: number, text: string, share: number, drawsSpaces = true): GlyphRun[] {
  return Array.from(text).flatMap((letter, at) =>
    letter === ' ' && !drawsSpaces ? [] : [{ x: 60 + at * (6 + share * 12), y, glyphs: [letter] }],
  );
}

describe('a heading of spread letters', () => {
  it.each([0.12, 0.2, 0.35, 0.5])('has its words whole, at %f of the size', async (share) => {
    expect(await textOf(spread(700, 'sixty lists is its city', share))).toBe('sixty lists is its city');
    const drawn = await textOf(spread(700, 'sixty lists is its city', share, false));
    expect(drawn.replaceAll('\t', ' ')).toBe('sixty lists is its city');
  });

  it('is no formula, nor a number in boxes', async () => {
    expect(await textOf(spread(700, 'x+y=z', 0.3))).toBe('x + y = z');
    expect(await textOf(spread(700, '49021', 0.5))).toBe('4 9 0 2 1');
  });

  it('leaves a line of words alone', async () => {
    const words = ['city ', 'lists', ' of ', 'sixty'].map(
      (word, at): GlyphRun => ({ x: 60 + at * 32, y: 700, glyphs: lettersOf(word) }),
    );
    expect(await textOf(words)).toBe('city lists of sixty');
  });
});
