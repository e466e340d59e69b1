import { withOpenings } from './line-openings.ts';
import type { Direction } from './logical-order.ts';
import type { Piece } from './page-pieces.ts';

/** Pieces side by side: words of a line, or cells of a row, from left to right. */
export interface Row {
  readonly base: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
}

/** Rows below each other. */
export interface Block {
  readonly rows: readonly Row[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** In heights of a line: pieces no farther apart stand on the same one. */
const SAME_LINE = 0.4;
/** Rows farther apart are different blocks. */
const APART = 2.4;

/**
 * Blocks of a page in the order in which they are read. Writers draw the words of a paragraph in order, but not always
 * the paragraphs: so what is drawn together stays together, and the place decides on the rest.
 */
export function readingOrder(pieces: readonly Piece[], direction: Direction): Block[] {
  const blocks = toBlocks(toRows(withOpenings(pieces))).flatMap(intoColumns);
  return inOrder(joinRows(blocks), direction);
}

/** In which a line goes on with the one before it, in scripts that have small letters: cells of a table begin anew. */
const GOES_ON = /^\p{Ll}/u;

/** Pieces of the page's columns of text, which may stand beside each other as a table's cells do. */
export function piecesOfText(pieces: readonly Piece[]): Set<Piece> {
  const blocks = joinRows(toBlocks(toRows(pieces)).flatMap(intoColumns)).filter(flows);
  return new Set(blocks.flatMap(({ rows }) => rows.flatMap((row) => row.pieces)));
}

function flows(block: Block): boolean {
  const { rows } = block;
  if (rows.length < COLUMN_ROWS || !isProse(rows, block)) return false;
  return rows.filter((row) => GOES_ON.test(row.pieces[0]?.text ?? '')).length * 2 >= rows.length;
}

/** Pieces of a formula that stand above and below its line, such as those of a fraction or a root. */
const FORMULA_PIECES = 8;

/** Joins pieces to rows while they are drawn beside each other. */
function toRows(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces) {
    const near = rows.slice(-FORMULA_PIECES);
    const back = near.findLastIndex((row, n) => goesOn(row, piece, near.slice(n + 1)));
    const wrapped =
      back === -1 ? near.findLastIndex((row, n) => isNextCell(row, piece, near.slice(n + 1))) : -1;
    const found = Math.max(back, wrapped);
    const at = found === -1 ? -1 : rows.length - near.length + found;
    const row = rows[at];
    if (row === undefined) rows.push(rowOf([piece], piece.base));
    else if (found === wrapped) rows[at] = rowOf([...row.pieces, piece], row.base);
    else {
      const between = rows.splice(at + 1).flatMap((each) => each.pieces);
      rows[at] = rowOf([...row.pieces, ...between, piece], row.base);
    }
  }
  return rows;
}

/** Whether a piece stands on the line of a row; what was drawn in between has to stand between them. */
function goesOn(row: Row, piece: Piece, between: readonly Row[]): boolean {
  if (Math.abs(row.base - piece.base) >= Math.max(row.height, piece.height) * SAME_LINE) return false;
  const right = Math.max(...row.pieces.map((each) => each.right));
  const isNear = ({ left, right: end, base, height }: Piece): boolean =>
    left > right - height * SAME_LINE &&
    end < piece.left + height * SAME_LINE &&
    Math.abs(base - row.base) < row.height * APART;
  return between.every((each) => each.pieces.every(isNear));
}

/** A clause of a contract has more, and what follows it is in the next column. */
const CELL_LINES = 3;

/**
 * Whether a piece is the next cell of a row one of whose cells has more lines, drawn in between. Lines that go on with a
 * sentence may be a clause behind its number.
 */
function isNextCell(row: Row, piece: Piece, between: readonly Row[]): boolean {
  const last = row.pieces.at(-1);
  if (last === undefined || between.length === 0 || between.length > CELL_LINES) return false;
  if (Math.abs(row.base - piece.base) >= Math.min(row.height, piece.height) * SAME_LINE) return false;
  const cells = row.pieces.slice(1);
  const isWithin = ({ left, right, text }: Piece): boolean =>
    cells.some((cell) => Math.abs(left - cell.left) < row.height * SAME_LINE) &&
    right < piece.left &&
    !GOES_ON.test(text);
  return (
    last.right < piece.left &&
    between.every(
      ({ base, pieces }, at) =>
        pieces.every(isWithin) &&
        (between[at - 1] ?? row).base > base &&
        (between[at - 1] ?? row).base - base < row.height * APART,
    )
  );
}

function rowOf(pieces: readonly Piece[], base: number): Row {
  return {
    base,
    height: Math.max(...pieces.map(({ height }) => height)),
    pieces: pieces.toSorted((a, b) => a.left - b.left),
  };
}

function blockOf(rows: readonly Row[]): Block {
  const pieces = rows.flatMap((row) => row.pieces);
  return {
    rows,
    left: Math.min(...pieces.map(({ left }) => left)),
    right: Math.max(...pieces.map(({ right }) => right)),
    top: Math.max(...pieces.map(({ base, height }) => base + height * 0.8)),
    bottom: Math.min(...pieces.map(({ base, height }) => base - height * 0.2)),
  };
}

/** Joins rows to blocks while they run downwards, each below the one before. */
function toBlocks(rows: readonly Row[]): Block[] {
  const groups: { rows: Row[]; left: number; right: number }[] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const above = group?.rows.at(-1);
    const { left, right } = blockOf([row]);
    const step = above ? above.base - row.base : 0;
    const isBelow = above && step > 0 && step < Math.max(above.height, row.height) * APART;
    if (group && isBelow && left < group.right && right > group.left) {
      group.rows.push(row);
      group.left = Math.min(group.left, left);
      group.right = Math.max(group.right, right);
    } else groups.push({ rows: [row], left, right });
  }
  return groups.map((group) => blockOf(group.rows));
}

/** Fewer rows may be a table by chance. */
const COLUMN_ROWS = 4;
/** Lines of text fill their column; cells of a table don't. */
const FILLED = 0.7;
/** Letters of a line of text. */
const LINE_LENGTH = 18;

/** Divides a block whose lines run across two columns, as an old writer draws them: line by line. */
function intoColumns(block: Block): Block[] {
  const gutter = gutterOf(block.rows);
  if (gutter === null) return [block];
  const sides = [
    (piece: Piece): boolean => (piece.left + piece.right) / 2 < gutter,
    (piece: Piece): boolean => (piece.left + piece.right) / 2 >= gutter,
  ].map((isOn) =>
    block.rows.flatMap((row) => {
      const pieces = row.pieces.filter(isOn);
      return pieces.length > 0 ? [rowOf(pieces, row.base)] : [];
    }),
  );
  const columns = sides.map(blockOf);
  return sides.every((rows, at) => isProse(rows, columns[at])) ? columns.flatMap(intoColumns) : [block];
}

/** The middle of a gap that all rows of at least four have. */
function gutterOf(rows: readonly Row[]): number | null {
  if (rows.length < COLUMN_ROWS) return null;
  const [first] = rows.filter(({ pieces }) => pieces.length > 1);
  for (const [at, piece] of (first?.pieces ?? []).entries()) {
    const next = first?.pieces[at + 1];
    if (next === undefined) break;
    const gutter = (piece.right + next.left) / 2;
    const isFree = rows.every(({ pieces }) => pieces.every((p) => p.right < gutter || p.left > gutter));
    const both = rows.filter(
      ({ pieces }) => pieces.some((p) => p.right < gutter) && pieces.some((p) => p.left > gutter),
    );
    if (isFree && both.length >= COLUMN_ROWS && both.length > rows.length / 2) return gutter;
  }
  return null;
}

function isProse(rows: readonly Row[], column: Block | undefined): boolean {
  if (column === undefined) return false;
  const full = rows.filter((row) => isFull(row, column.right - column.left));
  return full.length > rows.length / 2;
}

function isFull({ pieces }: Row, room: number): boolean {
  const width = Math.max(...pieces.map(({ right }) => right)) - Math.min(...pieces.map(({ left }) => left));
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return width > room * FILLED && length >= LINE_LENGTH;
}

/** Joins blocks side by side to rows if each line of one stands on a line of the other: a table drawn by column. */
function joinRows(blocks: readonly Block[]): Block[] {
  let joined: Block[] = [];
  for (const block of blocks) {
    // The labels of a form stand far apart, and its values may be one block.
    const [first, ...others] = joined.filter((other) => isBeside(other, block) && areRows(other, block));
    if (first === undefined) joined.push(block);
    else {
      const rows = others.reduce<readonly Row[]>((all, other) => [...all, ...other.rows], first.rows);
      const whole = blockOf(merged(rows, block.rows));
      joined = joined.flatMap((other) => (other === first ? [whole] : others.includes(other) ? [] : [other]));
    }
  }
  return joined;
}

const isBeside = (one: Block, other: Block): boolean => one.right < other.left || other.right < one.left;

function onLine(rows: Iterable<Row>, { base, height }: Row): Row | undefined {
  for (const row of rows)
    if (Math.abs(row.base - base) < Math.min(row.height, height) * SAME_LINE) return row;
  return undefined;
}

function areRows(one: Block, other: Block): boolean {
  const [few, many] = one.rows.length < other.rows.length ? [one, other] : [other, one];
  if (!few.rows.every((row) => onLine(many.rows, row))) return false;
  // What is beside a text that flows is no cell of its lines, but for a label.
  if (flows(many) || flows(few)) return few.rows.length === 1 && standsBy(few, many);
  // Two columns of text stand on the same lines, too, and so do two footnotes.
  const lines = many.rows.filter((row) => onLine(few.rows, row)).slice(0, -1);
  if (isParagraph(few) && lines.every((row) => isFull(row, many.right - many.left))) return false;
  if (isParagraph(many) && !standsBy(few, many)) return false;
  return !(many.rows.length >= COLUMN_ROWS && isProse(one.rows, one) && isProse(other.rows, other));
}

/** A label stands beside the first line of its text: lower, it's a heading of another column. Half of the lines are cells. */
function standsBy(few: Block, { rows }: Block): boolean {
  const [first] = rows;
  return few.rows.length * 2 > rows.length || (first !== undefined && onLine(few.rows, first) !== undefined);
}

/** Lines that fill their column, but for the last. */
const isParagraph = ({ rows, left, right }: Block): boolean =>
  rows.length > 1 && rows.slice(0, -1).every((row) => isFull(row, right - left));

function merged(one: readonly Row[], other: readonly Row[]): Row[] {
  const rest = new Set(other);
  const rows = one.map((row) => {
    const beside = onLine(rest, row);
    if (beside === undefined) return row;
    rest.delete(beside);
    return rowOf([...row.pieces, ...beside.pieces], row.base);
  });
  return [...rows, ...rest].toSorted((a, b) => b.base - a.base);
}

/** More blocks are a drawing, which has no order. */
const BLOCKS_MAX = 400;

/** Sorts blocks: from the top, but one column after the other. */
function inOrder(blocks: readonly Block[], direction: Direction): Block[] {
  if (blocks.length < 2 || blocks.length > BLOCKS_MAX) return [...blocks];
  const gutter = widestGutter(blocks);
  if (gutter === null) return blocks.toSorted((a, b) => b.top - a.top);
  const across = blocks.filter(({ left, right }) => left < gutter && right > gutter);
  const ordered: Block[] = [];
  const rest = new Set(blocks.filter((block) => !across.includes(block)));
  for (const bar of [...across.toSorted((a, b) => b.top - a.top), null]) {
    const above = [...rest].filter((block) => bar === null || middleOf(block) > middleOf(bar));
    for (const block of above) rest.delete(block);
    const left = above.filter((block) => block.right <= gutter);
    const right = above.filter((block) => block.left >= gutter);
    const sides = direction === 'right' ? [right, left] : [left, right];
    ordered.push(...sides.flatMap((side) => inOrder(side, direction)));
    if (bar !== null) ordered.push(bar);
  }
  return ordered;
}

const middleOf = ({ top, bottom }: Block): number => (top + bottom) / 2;

/** Where the fewest blocks are in the way between others that stand side by side; null if none do. */
function widestGutter(all: readonly Block[]): number | null {
  // A heading or a page's number has nothing beside it, and says nothing about columns.
  const blocks = all.filter((one) =>
    all.some((other) => isBeside(one, other) && one.bottom < other.top && other.bottom < one.top),
  );
  let best: { at: number; across: number } | null = null;
  for (const { right: edge } of blocks) {
    const beyond = blocks.filter(({ left }) => left >= edge);
    const before = blocks.filter(({ right }) => right <= edge);
    if (beyond.length === 0) continue;
    const next = Math.min(...beyond.map(({ left }) => left));
    const across = blocks.length - beyond.length - before.length;
    if (best === null || across < best.across) best = { at: (edge + next) / 2, across };
  }
  return best?.at ?? null;
}
