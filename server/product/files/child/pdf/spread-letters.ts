import type { Glyph } from './page-glyphs.ts';

/** Fewer letters, such as those of a formula, may be words by themselves. */
const LETTERS = 4;
/** In sizes of the font: letters that stand closer are no spread ones. */
const LEAST = 0.1;
/** Words of a line that tell about a short one. */
const NEAR = 4;
const LETTER = /^\p{L}/u;

interface Words {
  readonly base: number;
  readonly size: number;
  /** From left to right. */
  readonly clusters: readonly Glyph[];
}

/**
 * By how much the letters of words are spread, as those of many headings are, in sizes of the font; 0 if they aren't. A
 * short word is so if one beside it is.
 */
export function spreadsOf(all: readonly Words[]): number[] {
  const own = all.map(({ clusters }) => spreadOf(clusters));
  return all.map((words, at) => {
    const spread = own[at] ?? 0;
    if (spread > 0 || words.clusters.length >= LETTERS) return spread;
    const near = Array.from({ length: 2 * NEAR }, (_none, n) => at - NEAR + n).filter((n) => {
      const other = all[n];
      return other !== undefined && other.base === words.base && other.size === words.size;
    });
    return Math.max(0, ...near.map((n) => own[n] ?? 0));
  });
}

/** The gaps between words aren't the most frequent ones: a quarter of all gaps are between letters in any case. */
function spreadOf(glyphs: readonly Glyph[]): number {
  const gaps: number[] = [];
  let close = 0;
  for (const [at, { text, left, isInk, size }] of glyphs.entries()) {
    // A replacement text has gaps of its own beside its ink.
    if (isInk) return 0;
    const before = glyphs[at - 1];
    if (before === undefined || before.text === ' ' || text === ' ') continue;
    const gap = (left - before.right) / size;
    if (gap > LEAST) gaps.push(gap);
    else close += 1;
    // Most lines: their letters are not looked at any further.
    if (close > glyphs.length / 4) return 0;
  }
  const all = gaps.length + close;
  if (all < LETTERS - 1 || close > all / 4) return 0;
  // Numbers in boxes and formulas have no words.
  const letters = glyphs.filter(({ text }) => LETTER.test(text)).length;
  if (letters < LETTERS || letters < all * 0.75) return 0;
  gaps.sort((a, b) => a - b);
  return gaps[Math.max(0, Math.floor(all / 4) - close)] ?? 0;
}
