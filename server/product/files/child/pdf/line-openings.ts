import type { Piece } from './page-pieces.ts';

/** A list's mark, such as `12.`, `(a)`, `iv)`, `§ 3`, `2.1.` or a bullet. */
const MARK =
  /^(?:§ ?)?(?:[([]?(?:\p{L}|[ivxIVX]{1,4}|\p{N}{1,3}(?:\.\p{N}{1,2})*)[.)\]:]{0,2}|[^\p{L}\p{N}\s]{1,2})$/u;
const MARK_LENGTH = 7;
/** Letters of a line of text: a shorter one may be a cell. */
const LINE_LENGTH = 12;
/** In heights of a line: a mark or a large letter is no farther from its line. */
const NEAR = 1;
const SAME_LINE = 0.4;
/** In sizes of its text: a letter that opens a paragraph and reaches over several lines. */
export const LARGE = 1.7;
export const CAPITAL = /^\p{Lu}$/u;
export const LETTER = /^\p{L}/u;
/** How high a capital is, in sizes of the font. */
const CAPITAL_HEIGHT = 0.7;

/**
 * Puts what opens a line right before it, or into it: some writers draw the marks of a list after all of its lines, and
 * a large first letter stands on another line than its word.
 */
export function withOpenings(pieces: readonly Piece[]): Piece[] {
  const placed: (Piece | null)[] = [...pieces];
  const before = new Map<number, Piece>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.text.length > MARK_LENGTH) continue;
    const word = CAPITAL.test(piece.text) ? wordOf(piece, pieces) : -1;
    const rest = placed[word];
    if (rest) {
      placed[word] = { ...rest, text: piece.text + rest.text };
      placed[at] = null;
      continue;
    }
    if (!MARK.test(piece.text) || endsLine(piece, pieces[at - 1])) continue;
    const line = lineOf(piece, pieces);
    if (line === -1 || line === at + 1 || before.has(line)) continue;
    before.set(line, piece);
    placed[at] = null;
  }
  return placed.flatMap((piece, at) => {
    const mark = before.get(at);
    return piece === null ? [] : mark === undefined ? [piece] : [mark, piece];
  });
}

/** Whether a short piece goes on with what was drawn before: the last word of a line beside the next column. */
const endsLine = (piece: Piece, before: Piece | undefined): boolean =>
  before !== undefined &&
  before.right <= piece.left &&
  Math.abs(before.base - piece.base) < before.height * SAME_LINE;

/** Index of the line that a mark belongs to. */
const lineOf = (mark: Piece, pieces: readonly Piece[]): number =>
  pieces.findIndex(
    (piece) =>
      Math.abs(piece.base - mark.base) < piece.height * SAME_LINE &&
      piece.text.length >= LINE_LENGTH &&
      LETTER.test(piece.text) &&
      piece.left >= mark.right &&
      piece.left - mark.right < piece.height * NEAR,
  );

/** Index of the piece that goes on with a large letter's word: the first line beside it, at its top. */
function wordOf(capital: Piece, pieces: readonly Piece[]): number {
  const top = capital.base + capital.height * CAPITAL_HEIGHT;
  return pieces.findIndex(
    (piece) =>
      piece.height * LARGE < capital.height &&
      piece.base > capital.base &&
      Math.abs(piece.base + piece.height * CAPITAL_HEIGHT - top) < piece.height &&
      LETTER.test(piece.text) &&
      // Some writers draw the word a little into the letter.
      piece.left > capital.left - piece.height * SAME_LINE &&
      piece.left - capital.right < piece.height * NEAR,
  );
}
