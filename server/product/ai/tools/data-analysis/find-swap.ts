import type { NamedValue } from './name-values.ts';
import type { AnsweredQuery } from './state.ts';

/** A piece of a sentence: words, or a value. */
export type Piece = { readonly words: string } | { readonly named: NamedValue };

const SHORTEST = 2;

/**
 * Whether a sentence gives a number to the wrong row: it names rows of a result, but not all that its numbers come
 * from, or in another order. Compares names letter by letter, so sentences without names pass.
 */
export function findSwap(pieces: readonly Piece[]): boolean {
  const queries = new Set(
    pieces.flatMap((piece) =>
      'named' in piece && piece.named.place && typeof piece.named.value === 'number'
        ? [piece.named.place.query]
        : [],
    ),
  );
  return [...queries].some((query) => isSwapped(pieces, query));
}

function isSwapped(pieces: readonly Piece[], query: AnsweredQuery): boolean {
  const { columns, rows } = query.outcome;
  const at = columns.findIndex((_name, index) => typeof rows[0]?.[index] === 'string');
  if (at === -1 || rows.length < 2) return false;
  const labels = rows.map((row) => String(row[at] ?? '').toLowerCase());
  const sources: number[] = [];
  let text = '';
  for (const piece of pieces) {
    if ('words' in piece) text += piece.words.toLowerCase();
    else if (typeof piece.named.value === 'string') text += String(piece.named.value).toLowerCase();
    else {
      text += ' ';
      const { place } = piece.named;
      if (place?.query === query && !sources.includes(place.row)) sources.push(place.row);
    }
  }
  const mentions = findMentions(text, labels);
  if (mentions.length === 0) return false;
  if (sources.some((row) => !mentions.includes(row))) return true;
  const named = mentions.filter((row) => sources.includes(row));
  return sources.some((row, index) => row !== named[index]);
}

/** Returns rows by the position where their names first occur in a text. Ignores a name within a longer one. */
function findMentions(text: string, labels: readonly string[]): number[] {
  const found: { row: number; from: number; to: number }[] = [];
  for (const [row, label] of labels.entries()) {
    if (label.length < SHORTEST) continue;
    for (let from = text.indexOf(label); from !== -1; from = text.indexOf(label, from + 1)) {
      const isWord =
        !/[\p{L}\p{N}]/u.test(text[from - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[from + label.length] ?? '');
      if (isWord) found.push({ row, from, to: from + label.length });
    }
  }
  const whole = found.filter(
    (each) =>
      !found.some(
        (other) =>
          other !== each &&
          other.from <= each.from &&
          other.to >= each.to &&
          other.to - other.from > each.to - each.from,
      ),
  );
  return [...new Set(whole.toSorted((a, b) => a.from - b.from).map(({ row }) => row))];
}
