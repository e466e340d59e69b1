import { type FileFacts, PDF_PAGES_MAX } from '../file-facts.ts';
import { isScan } from './is-scan.ts';
import { openPdf } from './open-pdf.ts';
import { pageText } from './pdf/page-text.ts';

/** Characters per page: enough to distinguish text from a scan's stray characters and spaces. */
const LOOKED_AT = 20_000;

/** Checks whether a PDF can be opened, and counts its pages and those with text. */
export async function inspectPdf(bytes: Buffer): Promise<FileFacts> {
  const opened = await openPdf(bytes);
  if (typeof opened === 'string') return { kind: 'unusable', why: opened, as: 'pdf' };
  const pages = opened.numPages;
  // A file may claim a negative number.
  if (pages < 1) return { kind: 'unusable', why: 'empty', as: 'pdf' };
  if (pages > PDF_PAGES_MAX) return { kind: 'unusable', why: 'too_long', as: 'pdf' };
  let textPages = 0;
  for (let page = 1; page <= pages; page += 1) {
    try {
      if (!isScan(opened, page, pageText(opened, page, LOOKED_AT))) textPages += 1;
    } catch {
      // A corrupt page doesn't invalidate the others; if all are, the file is broken.
    }
  }
  return { kind: 'pdf', pages, textPages };
}
