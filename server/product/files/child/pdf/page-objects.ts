import type { Pdf } from '../open-pdf.ts';
import type { Pointer } from './pdfium.ts';

/** Maps x and y to a·x + c·y + e and b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Something drawn on a page, in the page's coordinates. */
export interface PageObject {
  readonly at: Pointer;
  readonly kind: 'text' | 'image';
  readonly box: Box;
  readonly matrix: Matrix;
}

/** Types of objects, from `fpdf_edit.h`. */
const KINDS: ReadonlyMap<number, 'text' | 'image'> = new Map([
  [1, 'text'],
  [3, 'image'],
]);
const FORM = 5;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** A page with more is crafted to hold up its reader. */
const OBJECTS_MAX = 500_000;
/** Forms may be drawn within forms. PDFium parses no deeper. */
const DEPTH_MAX = 30;

/** Texts and images of a page in the order in which they are drawn, also those within forms. */
export function pageObjects(pdf: Pdf, page: Pointer): PageObject[] {
  const { pdfium } = pdf;
  const direct = pdfium.pdfium;
  const found: PageObject[] = [];
  const visit = (at: Pointer, outer: Matrix, depth: number): void => {
    if (at === 0 || found.length >= OBJECTS_MAX) return;
    const type = direct._FPDFPageObj_GetType(at);
    const kind = KINDS.get(type);
    if (kind === undefined && type !== FORM) return;
    const matrix = within(outer, matrixOf(pdf, at));
    if (kind !== undefined) found.push({ at, kind, matrix, box: moved(boxOf(pdf, at), outer) });
    else if (depth < DEPTH_MAX) {
      const inside = pdfium.FPDFFormObj_CountObjects(at);
      for (let n = 0; n < inside; n += 1) visit(direct._FPDFFormObj_GetObject(at, n), matrix, depth + 1);
    }
  };
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let n = 0; n < count; n += 1) visit(direct._FPDFPage_GetObject(page, n), IDENTITY, 0);
  return found;
}

function matrixOf({ pdfium, scratch }: Pdf, at: Pointer): Matrix {
  if (pdfium.pdfium._FPDFPageObj_GetMatrix(at, scratch.at) === 0) return IDENTITY;
  const { float } = scratch;
  return [float(0), float(1), float(2), float(3), float(4), float(5)];
}

function boxOf({ pdfium, scratch: { at, float } }: Pdf, object: Pointer): Box {
  if (pdfium.pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0)
    return { left: 0, bottom: 0, right: 0, top: 0 };
  return { left: float(0), bottom: float(1), right: float(2), top: float(3) };
}

/** What people see of a page, within its margins for the printer. */
export function visibleBox({ pdfium, scratch }: Pdf, page: Pointer): Box {
  if (!pdfium.FPDF_GetPageBoundingBox(page, scratch.at)) throw new Error('the page has no size');
  return boxFrom(scratch);
}

/** A rectangle as `FS_RECTF` in `fpdfview.h`: left, top, right, bottom. */
export function boxFrom({ float }: Pdf['scratch']): Box {
  const [top, bottom] = [float(1), float(3)];
  return { left: float(0), bottom: Math.min(bottom, top), right: float(2), top: Math.max(bottom, top) };
}

/** A coordinate system within another one. */
function within(outer: Matrix, inner: Matrix): Matrix {
  if (outer === IDENTITY) return inner;
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Bounds of a box in an outer coordinate system. */
function moved(box: Box, outer: Matrix): Box {
  if (outer === IDENTITY) return box;
  const { left, bottom, right, top } = box;
  const [a, b, c, d, e, f] = outer;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const across = corners.map(([x = 0]) => x);
  const up = corners.map(([, y = 0]) => y);
  return {
    left: Math.min(...across),
    bottom: Math.min(...up),
    right: Math.max(...across),
    top: Math.max(...up),
  };
}

/** Text that stands for what is drawn (ISO 32000-2, 14.9.4). */
export interface ActualText {
  /** Identifies the sequence of objects that it replaces. */
  readonly mark: Pointer;
  readonly text: string;
}

/** The replacement text around an object; null without. `known` remembers what each mark says: most have many objects. */
export function actualTextOf(
  pdf: Pdf,
  object: Pointer,
  known: Map<Pointer, string | null>,
): ActualText | null {
  const { pdfium } = pdf;
  // From outside: an outer text replaces the inner ones, too.
  const marks = pdfium.pdfium._FPDFPageObj_CountMarks(object);
  for (let n = 0; n < marks; n += 1) {
    const mark = pdfium.pdfium._FPDFPageObj_GetMark(object, n);
    let text = known.get(mark);
    if (text === undefined) {
      const bytes = blobOf(pdf, mark, 'ActualText');
      text = bytes && decodeString(bytes);
      known.set(mark, text);
    }
    if (text !== null) return { mark, text };
  }
  return null;
}

/** Longer ones replace a page, not a word, and are ignored. */
const BLOB_BYTES = 20_000;

/** A string as it is in the file: PDFium's own decoding of a mark's strings loses all but ASCII. */
function blobOf({ pdfium, scratch }: Pdf, mark: Pointer, key: string): Buffer | null {
  if (!pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, 0, 0, scratch.at)) return null;
  const size = scratch.integer();
  if (size > BLOB_BYTES) return null;
  const at = pdfium.pdfium.wasmExports.malloc(Math.max(1, size));
  try {
    pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, at, size, scratch.at);
    return Buffer.from(pdfium.pdfium.HEAPU8.subarray(at, at + size));
  } finally {
    pdfium.pdfium.wasmExports.free(at);
  }
}

/** Text strings are UTF-16, UTF-8 or nearly Latin-1 (ISO 32000-2, 7.9.2.2). */
function decodeString(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return bytes.toString('latin1');
}
