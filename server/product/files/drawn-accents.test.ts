import { expect, it } from 'vitest';
import { type GlyphRun, lettersOf, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { readPdf } from './child/read-pdf.ts';

const textOf = async (runs: readonly GlyphRun[]): Promise<string> =>
  (await readPdf(makeGlyphPdf(runs))).pages.join('\f');

/** Letters 6 wide, each of which may have an accent drawn over it, as TeX draws it: before the letter. */
const drawn = (text: string, accents: Readonly<Record<number, string>>): GlyphRun[] =>
  Array.from(text).flatMap((letter, at) => {
    const accent = accents[at];
    const run: GlyphRun = { x: 60 + at * 6, y: 700, glyphs: [letter] };
    return accent === undefined ? [run] : [{ x: run.x + 0.5, y: 702, glyphs: [accent] }, run];
  });

it('an accent that is drawn over its letter makes one letter of both', async () => {
  expect(await textOf(drawn('nave cafe', { 8: '\u00b4' }))).toBe('nave café');
  expect(await textOf(drawn('na\u0131ve Arger', { 2: '\u00a8', 6: '\u00a8' }))).toBe('naïve Ärger');
  expect(await textOf(drawn('facade skoda', { 2: '\u00b8', 7: '\u02c7' }))).toBe('façade škoda');
});

it('an accent beside letters is a sign of its own', async () => {
  const text = 'run `make` in ~user for 2^8';
  expect(await textOf([{ x: 60, y: 700, glyphs: lettersOf(text) }])).toBe(text);
});
