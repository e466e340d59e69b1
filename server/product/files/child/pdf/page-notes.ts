import { oneLine } from '#server/lib/one-line.ts';
import type { Pdf } from '../open-pdf.ts';
import { type Box, boxFrom } from './page-objects.ts';
import type { Piece } from './page-pieces.ts';
import { type Pointer, readString } from './pdfium.ts';

/** What lies on a page without being drawn in it: values of a form's fields, and comments. */
export interface PageNotes {
  /** At their places. */
  readonly values: readonly Value[];
  /** Comments, without a place in the text. */
  readonly comments: readonly string[];
}

export interface Value {
  readonly text: string;
  readonly box: Box;
  /** A box to tick stands before its label, a value behind it. */
  readonly isTick: boolean;
}

/** Kinds of annotations, from `fpdf_annot.h`. */
const LINK = 2;
const FREE_TEXT = 3;
const POPUP = 16;
const WIDGET = 20;
/** Flags of annotations that nobody sees. */
const HIDDEN = 2 | 32;
/** A page with more is crafted to hold up its reader. */
const NOTES_MAX = 5_000;

export function pageNotes(pdf: Pdf, page: Pointer): PageNotes {
  const { pdfium } = pdf;
  const values: Value[] = [];
  const comments: string[] = [];
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), NOTES_MAX);
  for (let n = 0; n < count; n += 1) {
    const note = pdfium.FPDFPage_GetAnnot(page, n);
    if (note === 0) continue;
    const kind = pdfium.FPDFAnnot_GetSubtype(note);
    const isHidden = (pdfium.FPDFAnnot_GetFlags(note) & HIDDEN) !== 0;
    if (!isHidden && kind === WIDGET) values.push(...fieldOf(pdf, note));
    // A text on the page, such as one written into a form without fields.
    else if (!isHidden && kind === FREE_TEXT) values.push(...valueOf(pdf, note, contentsOf(pdf, note)));
    else if (!isHidden && kind !== LINK && kind !== POPUP) comments.push(...commentOf(pdf, note));
    pdfium.FPDFPage_CloseAnnot(note);
  }
  return { values, comments };
}

/** Kinds of fields, from `fpdf_formfill.h`. */
const CHECKBOX = 2;
const RADIO = 3;
const CHOICES = [4, 5];
const TEXT = 6;
/** Flag of a text field that shows dots. */
const PASSWORD = 1 << 13;

function fieldOf(pdf: Pdf, note: Pointer): Value[] {
  const { pdfium, form } = pdf;
  if (form === 0) return [];
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, note);
  if (kind === CHECKBOX || kind === RADIO) {
    // The state that it shows (ISO 32000-2, 12.7.5.2.3).
    const isOff = ['', 'Off'].includes(contentsOf(pdf, note, 'AS'));
    return valueOf(pdf, note, isOff ? '[ ]' : '[x]', true);
  }
  if (CHOICES.includes(kind)) return valueOf(pdf, note, chosen(pdf, note) || written(pdf, note));
  const isSecret = (pdfium.FPDFAnnot_GetFormFieldFlags(form, note) & PASSWORD) !== 0;
  return kind === TEXT && !isSecret ? valueOf(pdf, note, written(pdf, note)) : [];
}

const written = ({ pdfium, form }: Pdf, note: Pointer): string =>
  readString(pdfium, (at, size) => pdfium.FPDFAnnot_GetFormFieldValue(form, note, at, size));

/** A list with more is crafted to hold up its reader. */
const OPTIONS_MAX = 1_000;

/** What a list shows for its value, which may be a code. */
function chosen({ pdfium, form }: Pdf, note: Pointer): string {
  const count = Math.min(pdfium.FPDFAnnot_GetOptionCount(form, note), OPTIONS_MAX);
  return Array.from({ length: Math.max(0, count) }, (_option, n) => n)
    .filter((n) => pdfium.FPDFAnnot_IsOptionSelected(form, note, n))
    .map((n) => readString(pdfium, (at, size) => pdfium.FPDFAnnot_GetOptionLabel(form, note, n, at, size)))
    .join(', ');
}

const contentsOf = (pdf: Pdf, note: Pointer, key: 'Contents' | 'T' | 'AS' = 'Contents'): string =>
  readString(pdf.pdfium, (at, size) => pdf.pdfium.FPDFAnnot_GetStringValue(note, key, at, size));

function valueOf({ pdfium, scratch }: Pdf, note: Pointer, written: string, isTick = false): Value[] {
  const text = oneLine(written);
  if (text === '' || !pdfium.FPDFAnnot_GetRect(note, scratch.at)) return [];
  return [{ text, isTick, box: boxFrom(scratch) }];
}

function commentOf(pdf: Pdf, note: Pointer): string[] {
  const text = oneLine(contentsOf(pdf, note));
  const author = oneLine(contentsOf(pdf, note, 'T'));
  return text === '' ? [] : [`[${author === '' ? 'Comment' : `Comment by ${author}`}] ${text}`];
}

/** In sizes of the font: a field may be a little lower or higher than its label. */
const OFF_LINE = 0.6;
/** Size of a value's letters, if its field is higher. */
const SIZE = 12;

/** About how wide a letter is, in sizes of the font. */
const LETTER = 0.5;

/** Puts values among the pieces of a page: each behind its label on the same line, or below the piece above it. */
export function withValues(pieces: readonly Piece[], values: readonly Value[]): Piece[] {
  const placed = [...pieces];
  for (const { text, box, isTick } of values) {
    const size = Math.min(SIZE, (box.top - box.bottom) * 0.8) || SIZE;
    const middle = (box.top + box.bottom) / 2;
    const right = Math.min(box.right, box.left + text.length * size * LETTER);
    const own = { text, left: box.left, right, base: middle - size * 0.35, height: size };
    const label = nearest(placed, (piece) => labelDistance(piece, box, isTick));
    const above = label === -1 ? nearest(placed, (piece) => heightAbove(piece, box)) : -1;
    const base = placed[label]?.base ?? own.base;
    placed.splice(Math.max(label, above) + 1 || placed.length, 0, { ...own, base });
  }
  return placed;
}

/** Index of the piece at the least distance; -1 if all are at an infinite one. */
function nearest(pieces: readonly Piece[], distance: (piece: Piece) => number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, piece] of pieces.entries()) {
    const far = distance(piece);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}

/** How far a piece is beside a box, if it's on its line. The label is rather on the side where labels are. */
function labelDistance({ left, right, base, height }: Piece, box: Box, isTick: boolean): number {
  const isOnLine = base > box.bottom - height * OFF_LINE && base < box.top + height * OFF_LINE * 0.5;
  if (!isOnLine) return Number.POSITIVE_INFINITY;
  const before = Math.abs(box.left - right);
  const after = Math.abs(left - box.right);
  return isTick ? Math.min(before * 2, after) : Math.min(before, after * 2);
}

function heightAbove({ left, right, base }: Piece, box: Box): number {
  const isAbove = base >= box.top && left < box.right && right > box.left;
  return isAbove ? base - box.top : Number.POSITIVE_INFINITY;
}
