export interface FoundQuote {
  /** `exact` but for spaces and the form of marks; `near`: nine of ten words, in one place. */
  readonly verdict: 'exact' | 'near';
  /** As it stands in the text: what is shown is cut from there, whatever a model has typed. */
  readonly text: string;
}

/** Shorter ones stand in any text. */
const MIN_LETTERS = 12;
const MIN_LETTERS_DENSE = 5;
/** Longer ones are no quotes. */
const MAX_LENGTH = 600;
/** Fewer words cannot be nearly right. */
const MIN_WORDS = 5;
const NEAR = 0.9;

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Where a text says what is quoted; null when it does not. */
export function findQuote(text: string, quote: string): FoundQuote | null {
  if (quote.length > MAX_LENGTH) return null;
  const wanted = fold(
    quote
      .trim()
      .replace(/^["'“”„«»‘’]+|["'“”„«»‘’]+$/gu, '')
      .trim(),
  );
  const letters = wanted.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < (DENSE.test(quote) ? MIN_LETTERS_DENSE : MIN_LETTERS)) return null;
  const whole = fold(text);
  const at = whole.text.indexOf(wanted.text);
  if (at !== -1) {
    const last = at + wanted.text.length - 1;
    return { verdict: 'exact', text: text.slice(whole.from[at] ?? 0, whole.to[last] ?? text.length).trim() };
  }
  return findNear(text, wanted.text);
}

/** A text without what may differ in a faithful copy, with the place of each of its characters in the original. */
interface Folded {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function fold(text: string): Folded {
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  let wantsSpace = false;
  for (const character of text) {
    const next = at + character.length;
    const plain = foldCharacter(character);
    const isSpace = plain === ' ';
    // Spaces of any kind and number are one, and none at the beginning.
    if (!isSpace || wantsSpace) {
      parts.push(plain);
      for (let unit = 0; unit < plain.length; unit += 1) {
        from.push(at);
        to.push(next);
      }
      if (plain !== '') wantsSpace = !isSpace;
    }
    at = next;
  }
  return { text: parts.join(''), from, to };
}

function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (/["“”„‟«»]/u.test(character)) return '"';
  if (/['‘’‚‛`´]/u.test(character)) return "'";
  if (/\p{Pd}/u.test(character)) return '-';
  if (/\p{Cf}/u.test(character)) return '';
  return character.normalize('NFKC').toLowerCase();
}

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The stretch of the text, as long as the quote, that shares most words with it. */
function findNear(text: string, quote: string): FoundQuote | null {
  const wanted = toWords(quote).map(({ text: word }) => word);
  const words = toWords(text);
  if (wanted.length < MIN_WORDS || words.length < wanted.length) return null;
  const missing = new Map<string, number>();
  for (const word of wanted) missing.set(word, (missing.get(word) ?? 0) + 1);
  let shared = 0;
  let best = { shared: 0, first: 0 };
  for (const [index, { text: word }] of words.entries()) {
    shared += enter(missing, word);
    const leaving = words[index - wanted.length];
    if (leaving) shared -= leave(missing, leaving.text);
    if (shared > best.shared) best = { shared, first: Math.max(0, index - wanted.length + 1) };
  }
  if (best.shared < wanted.length * NEAR) return null;
  // Its ends are words of the quote: what is there besides was not meant.
  const stretch = words.slice(best.first, best.first + wanted.length);
  const first = stretch.find(({ text: word }) => wanted.includes(word));
  const last = stretch.findLast(({ text: word }) => wanted.includes(word));
  return first && last ? { verdict: 'near', text: text.slice(first.from, last.to) } : null;
}

/** `missing` counts how often each wanted word is still to come within the stretch; below zero it is there too often. */
function enter(missing: Map<string, number>, word: string): number {
  const left = missing.get(word);
  if (left === undefined) return 0;
  missing.set(word, left - 1);
  return left > 0 ? 1 : 0;
}

function leave(missing: Map<string, number>, word: string): number {
  const left = missing.get(word);
  if (left === undefined) return 0;
  missing.set(word, left + 1);
  return left >= 0 ? 1 : 0;
}

function toWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}
