import { estimateTokens } from '../../ai/models/estimate-tokens.ts';
import { type FileFacts, PDF_PAGES_MAX } from '../file-facts.ts';
import { isScan } from './is-scan.ts';
import { openPdf, type Pdf } from './open-pdf.ts';
import { pageText } from './pdf/page-text.ts';

/** Characters per page: enough to distinguish text from a scan's stray characters and spaces. */
const LOOKED_AT = 20_000;

/** Checks whether a PDF can be opened, and counts its pages and their text. */
export async function inspectPdf(bytes: Buffer): Promise<FileFacts> {
  const opened = await openPdf(bytes);
  if (typeof opened === 'string') return { kind: 'unusable', why: opened, as: 'pdf' };
  const pages = opened.numPages;
  // A file may claim a negative number.
  if (pages < 1) return { kind: 'unusable', why: 'empty', as: 'pdf' };
  if (pages > PDF_PAGES_MAX) return { kind: 'unusable', why: 'too_long', as: 'pdf' };
  const tokens = Array.from({ length: pages }, (_page, index) => tokensOf(opened, index + 1));
  return { kind: 'pdf', pages, textPages: tokens.filter((each) => each > 0).length, tokens };
}

function tokensOf(pdf: Pdf, page: number): number {
  try {
    const text = pageText(pdf, page, LOOKED_AT);
    return isScan(pdf, page, text) ? 0 : Math.max(1, estimateTokens(text.text));
  } catch {
    // A corrupt page doesn't invalidate the others; if all are, the file is broken.
    return 0;
  }
}
