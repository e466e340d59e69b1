import search from 'approx-string-match';

/** A piece of a page's text, as pdf.js tells it. */
export interface TextPiece {
  readonly str: string;
  /** `rtl`: its letters are in their order, but the pieces of its line are told from left to right. */
  readonly dir: string;
  /** Its line ends after it. */
  readonly hasEOL: boolean;
}

/** A part of a piece, by its place among the page's pieces. */
export interface FoundPart {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/**
 * What may differ of a quote's letters. The server reads glyphs that this text layer doesn't name, such as ligatures:
 * docs/decisions/048.
 */
const MAY_DIFFER = 0.2;

interface Letter {
  readonly text: string;
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** The letters and digits of a page in an order in which they may be read. */
interface Reading {
  readonly text: string;
  /** By index in the text. */
  readonly letters: readonly Letter[];
}

/** Finds a quote on a page, whatever its line breaks, hyphens, ligatures and vowel signs. No part if it isn't there. */
export function findWords(pieces: readonly TextPiece[], quotes: readonly string[]): FoundPart[] {
  const readings = readingsOf(pieces);
  return quotes.flatMap((quote) => findQuote(readings, quote));
}

function findQuote(readings: readonly Reading[], quote: string): FoundPart[] {
  const wanted = [...lettersOf(quote)].map(({ text }) => text).join('');
  if (wanted === '') return [];
  for (const { text, letters } of readings) {
    const at = text.indexOf(wanted);
    if (at !== -1) return toParts(letters.slice(at, at + wanted.length));
  }
  const most = Math.floor(wanted.length * MAY_DIFFER);
  const near = readings
    .flatMap(({ text, letters }) => search(text, wanted, most).map((match) => ({ ...match, letters })))
    .toSorted((a, b) => a.errors - b.errors)[0];
  return near ? toParts(near.letters.slice(near.start, near.end)) : [];
}

/** The pieces as they are told and, if any is read from the right, with the lines that have such pieces turned round. */
function readingsOf(pieces: readonly TextPiece[]): Reading[] {
  const numbered = pieces.map(({ str, dir, hasEOL }, piece) => ({ str, dir, hasEOL, piece }));
  const asTold = toReading(numbered);
  if (!pieces.some(isFromRight)) return [asTold];
  const lines: (typeof numbered)[] = [[]];
  for (const piece of numbered) {
    lines.at(-1)?.push(piece);
    if (piece.hasEOL) lines.push([]);
  }
  return [asTold, toReading(lines.flatMap((line) => (line.some(isFromRight) ? line.toReversed() : line)))];
}

const isFromRight = ({ dir }: Pick<TextPiece, 'dir'>): boolean => dir === 'rtl';

function toReading(pieces: readonly { readonly str: string; readonly piece: number }[]): Reading {
  // A letter that unfolds into several counts as often.
  const letters = pieces.flatMap(({ str, piece }) =>
    [...lettersOf(str)].flatMap(({ text, from, to }) =>
      Array.from({ length: text.length }, (_unit, at) => ({ text: text.charAt(at), piece, from, to })),
    ),
  );
  return { text: letters.map(({ text }) => text).join(''), letters };
}

/** The letters and digits of a text in lower case, without marks and taken apart: `ﬁ` is `fi` and `é` is `e`. */
function* lettersOf(text: string): Generator<Omit<Letter, 'piece'>> {
  let from = 0;
  for (const character of text) {
    const to = from + character.length;
    const plain = character
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
    if (plain !== '') yield { text: plain, from, to };
    from = to;
  }
}

/** Joins letters to one part for each of their pieces. */
function toParts(letters: readonly Letter[]): FoundPart[] {
  const parts = new Map<number, FoundPart>();
  for (const { piece, from, to } of letters) {
    const known = parts.get(piece);
    parts.set(piece, {
      piece,
      from: Math.min(known?.from ?? from, from),
      to: Math.max(known?.to ?? to, to),
    });
  }
  return [...parts.values()];
}
