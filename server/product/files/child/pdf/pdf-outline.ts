import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '../../../ai/language/clean-text.ts';
import type { PdfText } from '../../file-job.ts';
import type { Pdf } from '../open-pdf.ts';
import { type Pointer, readString } from './pdfium.ts';

/** A book of 1,000 pages has fewer. */
const ENTRIES_MAX = 2_000;
const DEPTH_MAX = 6;
const TITLE_LENGTH = 120;
/** In milliseconds. PDFium looks each named place up in a list that may be as long as the file. */
const TIME_MAX = 1_000;

/**
 * The bookmarks of a PDF that lead to one of its pages, in their order. An outline may lead back into itself, so no entry
 * is read twice.
 */
export function outlineOf({ pdfium, document, numPages }: Pdf): PdfText['outline'] {
  const found: PdfText['outline'] = [];
  const seen = new Set<Pointer>();
  const end = performance.now() + TIME_MAX;
  const visit = (parent: Pointer, level: number): void => {
    let at = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (at !== 0 && !seen.has(at) && seen.size < ENTRIES_MAX && performance.now() < end) {
      seen.add(at);
      const entry = at;
      const title = titleOf((to, size) => pdfium.FPDFBookmark_GetTitle(entry, to, size));
      const page = pdfium.FPDFDest_GetDestPageIndex(document, pdfium.FPDFBookmark_GetDest(document, at)) + 1;
      if (title !== '' && page >= 1 && page <= numPages) found.push({ title, page, level });
      if (level < DEPTH_MAX) visit(at, level + 1);
      at = pdfium.FPDFBookmark_GetNextSibling(document, at);
    }
  };
  visit(0, 1);
  return found;

  function titleOf(write: (at: Pointer, size: number) => number): string {
    return oneLine(cleanText(readString(pdfium, write).slice(0, TITLE_LENGTH * 2)))
      .slice(0, TITLE_LENGTH)
      .toWellFormed();
  }
}
