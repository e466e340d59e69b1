import { type FileFacts, PDF_PAGES_MAX, SCANNED_BELOW } from '../file-facts.ts';
import { openPdf, pageText } from './open-pdf.ts';

/** Characters of a page: enough to tell text from what a scan bears beside its picture, spaces and all. */
const LOOKED_AT = 20_000;

/** Whether a PDF can be opened, how many pages it has, and on how many of them there is text. */
export async function inspectPdf(bytes: Buffer): Promise<FileFacts> {
  const opened = await openPdf(bytes);
  if (typeof opened === 'string') return { kind: 'unusable', why: opened, as: 'pdf' };
  const pages = opened.numPages;
  // A file may say that it has fewer than none.
  if (pages < 1) return { kind: 'unusable', why: 'empty', as: 'pdf' };
  if (pages > PDF_PAGES_MAX) return { kind: 'unusable', why: 'too_big', as: 'pdf' };
  let textPages = 0;
  for (let page = 1; page <= pages; page += 1) {
    try {
      const { text } = await pageText(opened, page, LOOKED_AT);
      if (text.length >= SCANNED_BELOW) textPages += 1;
    } catch {
      // One page that makes no sense is no reason to refuse the others; without any, the file is broken.
    }
  }
  return { kind: 'pdf', pages, textPages };
}
