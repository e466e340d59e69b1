import type { PdfText } from '../file-job.ts';
import { openPdf, pageText } from './open-pdf.ts';

/** The text of each page. Rejects for a PDF that cannot be opened. */
export async function readPdf(bytes: Buffer): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const pages: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    // A page that makes no sense is a page without text: it is counted as not read.
    pages.push(await pageText(pdf, page).catch(() => ''));
  }
  return { pages, title: await titleOf(pdf) };
}

async function titleOf(pdf: { getMetadata(): Promise<{ info: object }> }): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return title === '' ? null : title;
}
