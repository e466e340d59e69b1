import { type Pdf, withPage } from './open-pdf.ts';
import { type Box, pageObjects, visibleBox } from './pdf/page-objects.ts';

/** At most so many letters, such as a page number or a stamp, say nothing of the picture below them. */
const STAMP = 50;

/** Part of the page, by area, that a picture must cover to be the page. A scan may have a margin. */
const COVERED = 0.8;

/**
 * Part of the letters without which no word is certain. What was printed to PostScript has lost its spaces, digits and
 * marks, a fifth of a text, and all others are wrong.
 */
const LOST = 1 / 6;

/**
 * Whether a page has to be recognised to be read: nothing is printed on it, or an image covers it and there is no more
 * than a stamp beside it, or too many of its letters are known to its fonts alone.
 */
export function isScan(
  pdf: Pdf,
  number: number,
  { text, printed, lost }: { text: string; printed: number; lost: number },
): boolean {
  if (text === '') return true;
  if (printed > 0 && lost >= printed * LOST) return true;
  return printed - lost < STAMP && isCovered(pdf, number);
}

/** Whether an image covers the page. None is decoded. */
function isCovered(pdf: Pdf, number: number): boolean {
  return withPage(pdf, number, (page) => {
    const visible = visibleBox(pdf, page);
    return pageObjects(pdf, page).some(
      ({ kind, box }) => kind === 'image' && areaWithin(box, visible) >= COVERED,
    );
  });
}

/** Share of the page that a box covers. */
function areaWithin(box: Box, page: Box): number {
  const width = Math.min(page.right, box.right) - Math.max(page.left, box.left);
  const height = Math.min(page.top, box.top) - Math.max(page.bottom, box.bottom);
  const whole = (page.right - page.left) * (page.top - page.bottom);
  return whole > 0 ? (Math.max(0, width) * Math.max(0, height)) / whole : 0;
}
