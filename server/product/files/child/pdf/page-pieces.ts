import { raisedText } from '../raised-text.ts';
import { accented, isAccent } from './drawn-accents.ts';
import { CAPITAL, LARGE, LETTER } from './line-openings.ts';
import { type Direction, directionOf, type Part, toLogical } from './logical-order.ts';
import type { Glyph } from './page-glyphs.ts';
import { spreadsOf } from './spread-letters.ts';

/** Words that stand together on a line, with no more than a space between them. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  /** Size of the largest font in it. */
  readonly height: number;
}

/** In sizes of the font: words farther apart are in different cells or columns. */
const APART = 0.8;
/** From here on, a gap is a space. A narrow one has 0.2; letters are spread by less. */
const SPACE = 0.17;
/** Behind a replacement text, which ends with its ink. */
const INK_SPACE = 0.2;
/** Digits and Latin words are set off by a quarter of the size in Chinese and Japanese, where nobody writes a space. */
const SET_OFF = 0.3;
const IDEOGRAPH = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
/** Indices and footnote marks are raised by no more. */
const RAISED = 0.45;
/** Some makers raise them by half of a line, right behind their word. */
const RAISED_MOST = 0.6;
const ADJOINING = 0.15;
/** Those stand higher than their line by more than this, and are smaller. */
const RAISED_LEAST = 0.15;
const RAISED_SIZE = 0.9;

interface Draft {
  left: number;
  right: number;
  base: number;
  size: number;
  readonly glyphs: Glyph[];
}

/** Joins glyphs to pieces, in the order in which they are drawn. */
export function toPieces(glyphs: readonly Glyph[]): Piece[] {
  const direction = directionOf(glyphs);
  const drafts: Draft[] = [];
  for (const glyph of glyphs) {
    const last = drafts.at(-1);
    if (last && belongs(last, glyph)) add(last, glyph);
    // A space says nothing about where a line begins.
    else if (glyph.text.trim() !== '') {
      const { left, right, base, size } = glyph;
      drafts.push({ left, right, base, size, glyphs: [glyph] });
    }
  }
  const lines = joinAdjacent(drafts).map((draft) => ({ ...draft, clusters: clustersOf(draft) }));
  const spreads = spreadsOf(lines);
  return lines
    .map((line, at) => toPiece(line, direction, spreads[at] ?? 0))
    .filter(({ text }) => text !== '');
}

function belongs(draft: Draft, glyph: Pick<Glyph, 'text' | 'left' | 'right' | 'base' | 'size'>): boolean {
  const { left, right, base, size } = glyph;
  const height = Math.max(draft.size, size);
  const gap = Math.max(left - draft.right, draft.left - right);
  const isAdded = Math.min(draft.size, size) < height * RAISED_SIZE && Math.abs(gap) < height * ADJOINING;
  const step = Math.abs(draft.base - base);
  if (step > height * (isAdded ? RAISED_MOST : RAISED)) return false;
  if (step > height * RAISED_LEAST && opensText(draft, glyph)) return false;
  return gap < height * APART;
}

/** A large letter beside lines of text isn't on that of its base. A capital's index is smaller, but not by so much. */
function opensText(draft: Draft, glyph: Pick<Glyph, 'text' | 'size'>): boolean {
  const line = { text: textOf(draft), size: draft.size };
  const [large, small] = line.size > glyph.size ? [line, glyph] : [glyph, line];
  return large.size > small.size * LARGE && CAPITAL.test(large.text) && LETTER.test(small.text);
}

/** Its beginning, which tells whether it's one letter. */
const textOf = ({ glyphs: [first, second] }: Draft): string =>
  `${first?.text ?? ''}${second?.text ?? ''}`.trim();

function add(draft: Draft, glyph: Glyph): void {
  // A raised note doesn't raise its line.
  if (glyph.size > draft.size) {
    draft.base = glyph.base;
    draft.size = glyph.size;
  }
  draft.left = Math.min(draft.left, glyph.left);
  draft.right = Math.max(draft.right, glyph.right);
  draft.glyphs.push(glyph);
}

/** Parts of a line may be drawn in any order, as words from right to left between others are. */
function joinAdjacent(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    const other = before && belongs(before, { ...draft, text: textOf(draft) }) ? before : undefined;
    if (other === undefined) joined.push(draft);
    else for (const glyph of draft.glyphs) add(other, glyph);
  }
  return joined;
}

const isBlank = ({ text }: Glyph): boolean => text === ' ' || text.trim() === '';

const clustersOf = ({ base, size, glyphs }: Draft): Glyph[] =>
  toClusters(
    glyphs.map((glyph) =>
      isRaised(glyph, { base, size }) ? { ...glyph, text: raisedText(glyph.text) } : glyph,
    ),
  );

interface DraftLine extends Draft {
  readonly clusters: readonly Glyph[];
}

function toPiece(
  { left, right, base, size, clusters }: DraftLine,
  direction: Direction,
  spread: number,
): Piece {
  const parts: Part[] = [];
  for (const [at, cluster] of clusters.entries()) {
    parts.push(cluster);
    const next = clusters[at + 1];
    if (next && isSpaced(cluster, next, spread)) parts.push(BLANK);
  }
  let text = '';
  for (const part of toLogical(parts, directionOf(parts, direction))) text += part.text;
  return { text: text.replace(/\s+/gu, ' ').trim(), left, right, base, height: size };
}

const BLANK: Part = { text: ' ' };
const MARK = /^\p{Mn}+$/u;
/** Where the marks begin in Unicode. */
const FIRST_MARK = '\u0300';

/** Sorts glyphs by place, each mark with the letter that it stands on. */
function toClusters(glyphs: readonly Glyph[]): Glyph[] {
  const marks: Glyph[] = [];
  const accents: Glyph[] = [];
  const clusters: Glyph[] = [];
  for (const glyph of glyphs) {
    if (isAccent(glyph)) accents.push(glyph);
    else (glyph.text >= FIRST_MARK && MARK.test(glyph.text) ? marks : clusters).push(glyph);
  }
  clusters.sort((a, b) => a.left - b.left);
  for (const mark of marks) {
    const at = letterBelow(clusters, mark);
    const letter = clusters[at];
    if (letter) clusters[at] = { ...letter, text: letter.text + mark.text };
  }
  for (const accent of accents) {
    const at = letterBelow(clusters, accent);
    const letter = clusters[at];
    const whole = letter ? accented(letter, accent) : null;
    if (whole === null) clusters.push(accent);
    else clusters[at] = whole;
  }
  return accents.length > 0 ? clusters.toSorted((a, b) => a.left - b.left) : clusters;
}

/** The letter that overlaps a mark most, or is nearest. */
function letterBelow(clusters: readonly Glyph[], { left, right }: Glyph): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (const [at, cluster] of clusters.entries()) {
    const shared = Math.min(cluster.right, right) - Math.max(cluster.left, left);
    if (!isBlank(cluster) && shared >= most) {
      best = at;
      most = shared;
    }
  }
  return best;
}

/** A digit that stands above the line doesn't belong to the number before it. */
const isRaised = (glyph: Glyph, line: Pick<Draft, 'base' | 'size'>): boolean =>
  glyph.base - line.base > line.size * RAISED_LEAST && glyph.size < line.size * RAISED_SIZE;

function isSpaced(one: Glyph, next: Glyph, spread: number): boolean {
  if (isBlank(one) || isBlank(next)) return false;
  const size = Math.max(one.size, next.size);
  const gap = next.left - one.right - spread * size;
  if (gap <= size * SPACE) return false;
  const isSetOff = gap <= size * SET_OFF && IDEOGRAPH.test(one.text) !== IDEOGRAPH.test(next.text);
  return !isSetOff && (!one.isInk || gap > size * INK_SPACE);
}
