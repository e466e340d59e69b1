import { getResolvedPDFJS } from 'unpdf';
import { z } from 'zod';
import type { Pdf } from './open-pdf.ts';

/** Text of at most this length, such as a page number or a stamp, says nothing of the picture below it. */
const STAMP = 50;

/** Part of the page, by area, that a picture must cover to be the page. A scan may have a margin. */
const COVERED = 0.8;

/** Paths and text are skipped, and pages beyond this many operations aren't scans but drawings. */
const OPERATIONS_MAX = 50_000;

type Matrix = readonly [number, number, number, number, number, number];
const matrix = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Whether a page has to be recognised to be read: it has no text at all, or an image covers it and there is no
 * more than a stamp beside it. `text` is that of the page.
 */
export async function isScan(pdf: Pdf, number: number, text: string): Promise<boolean> {
  if (text === '') return true;
  return text.length < STAMP && isCovered(pdf, number);
}

/**
 * Whether an image covers the page. Images are drawn into the unit square, and pdf.js drops their decoding, not
 * their placement (`maxImageSize`): so this looks for a coordinate system whose unit square covers the page.
 */
async function isCovered(pdf: Pdf, number: number): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(number);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const { fnArray, argsArray } = await page.getOperatorList();
  page.cleanup();
  if (fnArray.length > OPERATIONS_MAX) return false;
  const saved: Matrix[] = [];
  let current = IDENTITY;
  for (const [at, operation] of fnArray.entries()) {
    const args: unknown = argsArray[at];
    if (operation === OPS.save) saved.push(current);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd)
      current = saved.pop() ?? IDENTITY;
    else if (operation === OPS.paintFormXObjectBegin) {
      saved.push(current);
      current = within(current, Array.isArray(args) ? args[0] : null);
    } else if (operation === OPS.transform) {
      current = within(current, args);
      if (areaWithin(current, { left, bottom, right, top }) >= COVERED) return true;
    }
  }
  return false;
}

/** The coordinate system that a `cm` operator makes within another one. */
function within(outer: Matrix, args: unknown): Matrix {
  const inner = matrix.safeParse(
    Array.isArray(args) ? args : ArrayBuffer.isView(args) ? Object.values(args) : null,
  );
  if (!inner.success) return outer;
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner.data;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Share of the page that the bounds of the unit square cover. */
function areaWithin([a, b, c, d, e, f]: Matrix, page: Box): number {
  const across = [e, e + a, e + c, e + a + c];
  const up = [f, f + b, f + d, f + b + d];
  const width = Math.min(page.right, Math.max(...across)) - Math.max(page.left, Math.min(...across));
  const height = Math.min(page.top, Math.max(...up)) - Math.max(page.bottom, Math.min(...up));
  const whole = (page.right - page.left) * (page.top - page.bottom);
  return whole > 0 ? (Math.max(0, width) * Math.max(0, height)) / whole : 0;
}
