import type { NamedValue } from './name-values.ts';
import { pivotedColumns } from './pivoted-columns.ts';
import type { AnsweredQuery } from './state.ts';

/** A piece of a sentence: words, or a value. */
export type Piece = { readonly words: string } | { readonly named: NamedValue };

const SHORTEST = 2;

/**
 * Whether a sentence gives a number to the wrong row, or to the wrong column of a pivot: it names rows of a result, but
 * not all that its numbers come from, or in another order. Compares names letter by letter, so sentences without names
 * pass.
 */
export function findSwap(pieces: readonly Piece[]): boolean {
  const queries = new Set(
    pieces.flatMap((piece) =>
      'named' in piece && piece.named.place && typeof piece.named.value === 'number'
        ? [piece.named.place.query]
        : [],
    ),
  );
  return [...queries].some(
    (query) => isSwapped(pieces, query, rowsOf(query)) || isSwapped(pieces, query, columnsOf(query)),
  );
}

/** What a result names its numbers by. */
interface Names {
  readonly labels: readonly string[];
  /** Index of the label of a cell; negative: it has none. */
  readonly labelOf: (place: { readonly row: number; readonly column: number }) => number;
}

function rowsOf({ outcome }: AnsweredQuery): Names {
  const { columns, rows, own = columns.length } = outcome;
  const at = columns.slice(0, own).findIndex((_name, index) => typeof rows[0]?.[index] === 'string');
  const labels = at === -1 ? [] : rows.map((row) => String(row[at] ?? ''));
  return { labels, labelOf: ({ row }) => row };
}

function columnsOf({ outcome }: AnsweredQuery): Names {
  const { own = 0 } = outcome;
  return { labels: pivotedColumns(outcome), labelOf: ({ column }) => column - own };
}

function isSwapped(pieces: readonly Piece[], query: AnsweredQuery, { labels, labelOf }: Names): boolean {
  if (labels.length < 2) return false;
  const sources: number[] = [];
  let text = '';
  for (const piece of pieces) {
    if ('words' in piece) text += piece.words.toLowerCase();
    else if (typeof piece.named.value === 'string') text += String(piece.named.value).toLowerCase();
    else {
      text += ' ';
      const { place } = piece.named;
      const source = place?.query === query ? labelOf(place) : -1;
      if (source >= 0 && !sources.includes(source)) sources.push(source);
    }
  }
  const mentions = findMentions(
    text,
    labels.map((label) => label.toLowerCase()),
  );
  if (mentions.length === 0) return false;
  if (sources.some((source) => !mentions.includes(source))) return true;
  const named = mentions.filter((label) => sources.includes(label));
  return sources.some((source, index) => source !== named[index]);
}

/** Returns labels by the position where they first occur in a text. Ignores a name within a longer one. */
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
