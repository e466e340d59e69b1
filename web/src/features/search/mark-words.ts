/** Part of a text: a match or the text between matches. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Scripts without spaces between words, where a match may start anywhere. Mirrors the server's search. */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

/** Splits a text into matches and the rest. A match is a prefix of a word, ignoring case and accents. */
export function markWords(text: string, query: string): Piece[] {
  const { folded, places } = fold(text);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to } of matches(folded, wordsOf(query))) {
    const [start = text.length, stop = text.length] = [places[from], places[to]];
    if (start < end) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), isMatch: false });
    pieces.push({ text: text.slice(start, stop), isMatch: true });
    end = stop;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

/** True if each search word is a prefix of some word of the text. */
export function hasWords(text: string, query: string): boolean {
  const { folded } = fold(text);
  return wordsOf(query).every((word) => placesOf(folded, word).length > 0);
}

function wordsOf(query: string): string[] {
  return fold(query).folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Match ranges in text order; of two that start together, the longer. */
function matches(folded: string, words: readonly string[]): { from: number; to: number }[] {
  return words
    .flatMap((word) => placesOf(folded, word).map((from) => ({ from, to: from + word.length })))
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
}

function placesOf(folded: string, word: string): number[] {
  const isUnspaced = UNSPACED.test(word);
  const places: number[] = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
    if (isUnspaced || !/[\p{L}\p{N}]$/u.test(folded.slice(0, at))) places.push(at);
  }
  return places;
}

/** Removes case and accents, and maps each character, and the end, back to its index in the original. */
function fold(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
    for (let unit = 0; unit < plain.length; unit++) places.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, places: [...places, text.length] };
}
