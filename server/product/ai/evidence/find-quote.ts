export interface FoundQuote {
  /** `exact`: identical but for spaces and punctuation variants; `near`: nine of ten words, in one place. */
  readonly verdict: 'exact' | 'near';
  /** As in the source: shown instead of the model's version. */
  readonly text: string;
}

/** Shorter quotes occur in any text. */
const MIN_LETTERS = 12;
const MIN_LETTERS_DENSE = 5;
/** Longer ones aren't quotes. */
const MAX_LENGTH = 600;
/** Fewer words allow no near match. */
const MIN_WORDS = 5;
const NEAR = 0.9;

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Finds a quote in a text; null if it isn't there. */
export function findQuote(text: string, quote: string): FoundQuote | null {
  const wanted = toWanted(quote);
  return wanted && findWanted(toSearched(text), wanted);
}

/** A quote prepared for searching. */
export interface Wanted {
  readonly text: string;
  readonly words: readonly string[];
}

/** Null if the quote is too short or too long to be identified. */
export function toWanted(quote: string): Wanted | null {
  if (quote.length > MAX_LENGTH) return null;
  const { text } = fold(
    quote
      .trim()
      .replace(/^["'“”„«»‘’]+|["'“”„«»‘’]+$/gu, '')
      .trim(),
  );
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < (DENSE.test(quote) ? MIN_LETTERS_DENSE : MIN_LETTERS)) return null;
  return { text, words: toWords(text).map((word) => word.text) };
}

/** A text prepared once for searching many quotes. */
export interface Searched {
  readonly text: string;
  readonly folded: string;
  /** Folded like the words it is compared with. */
  readonly plain: string;
}

export function toSearched(text: string): Searched {
  return { text, folded: fold(text).text, plain: toPlain(text) };
}

export function findWanted(searched: Searched, wanted: Wanted): FoundQuote | null {
  const at = searched.folded.indexOf(wanted.text);
  if (at === -1) return findNear(searched, wanted.words);
  const { text } = searched;
  const { from, to } = fold(text);
  const last = at + wanted.text.length - 1;
  return { verdict: 'exact', text: text.slice(from[at] ?? 0, to[last] ?? text.length).trim() };
}

/** True if a text has these words letter by letter, apart from variations of faithful copies, and not within longer ones. */
export function hasWords({ folded }: Searched, words: string): boolean {
  const wanted = fold(words).text.trim();
  const isDense = DENSE.test(words);
  for (let at = folded.indexOf(wanted); wanted !== '' && at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const beside = folded.slice(Math.max(0, at - 1), at) + folded.charAt(at + wanted.length);
    if (isDense || !/[\p{L}\p{N}]/u.test(beside)) return true;
  }
  return false;
}

/** Trailing and leading characters that change nothing in what a sentence says. */
const EDGES = /^["'\s]+|["'\s.,;!。]+$/g;
const MOST_EDGES = 10;

/** True if two sentences are the same letter by letter, apart from variations of faithful copies and what they end with. */
export function isSameSentence(one: string, other: string): boolean {
  const [first, second] = [fold(one).text, fold(other).text];
  const isNear = Math.abs(first.length - second.length) <= MOST_EDGES;
  return isNear && first.length <= MAX_LENGTH && first.replace(EDGES, '') === second.replace(EDGES, '');
}

/** A text without the variations of faithful copies, mapping each character to its index in the original. */
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
    const plain = FOLDED_ASCII[character.charCodeAt(0)] ?? foldCharacter(character);
    const isSpace = plain === ' ';
    // Collapses whitespace, and drops it at the start.
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

/** Lookup table for the commonest characters, to spare each of them five checks. */
const FOLDED_ASCII = Array.from({ length: 0x80 }, (_none, code) => foldCharacter(String.fromCharCode(code)));

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The window of the quote's length that shares the most words with it. */
function findNear({ text, plain }: Searched, wanted: readonly string[]): FoundQuote | null {
  if (wanted.length < MIN_WORDS) return null;
  // Cheap check first: most texts lack the words altogether.
  if (wanted.filter((word) => plain.includes(word)).length < wanted.length * NEAR) return null;
  const words = toWords(text);
  if (words.length < wanted.length) return null;
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
  // Trims the window to words of the quote.
  const stretch = words.slice(best.first, best.first + wanted.length);
  const first = stretch.find(({ text: word }) => wanted.includes(word));
  const last = stretch.findLast(({ text: word }) => wanted.includes(word));
  return first && last ? { verdict: 'near', text: text.slice(first.from, last.to) } : null;
}

/**
 * `missing` counts the occurrences of each wanted word still missing in the window; negative if there are too
 * many.
 */
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
    text: toPlain(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function toPlain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
