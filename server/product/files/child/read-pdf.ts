import type { PdfText } from '../file-job.ts';
import { openPdf, pageText } from './open-pdf.ts';

/**
 * A page of the smallest print has some 8,000 characters, one that a browser has saved a whole site on many times as
 * many. What says more than this, on a page or in all, is built to fill our memory.
 */
const PAGE_CHARACTERS = 200_000;
const ALL_CHARACTERS = 20_000_000;

/**
 * The text of each page; with `characters`, of the first ones, until there are so many. Rejects for a PDF that cannot be
 * opened.
 */
export async function readPdf(bytes: Buffer, characters?: number): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const pages: string[] = [];
  const cut: number[] = [];
  let room = characters ?? ALL_CHARACTERS;
  for (let page = 1; page <= pdf.numPages; page += 1) {
    if (characters !== undefined && room <= 0) break;
    // A page that makes no sense is a page without text: it is counted as not read.
    const atMost = Math.min(PAGE_CHARACTERS, room);
    const { text, isCut } = await pageText(pdf, page, atMost).catch(() => ({ text: '', isCut: false }));
    pages.push(text);
    room -= text.length;
    if (isCut) cut.push(page);
  }
  return { pages, cut, title: await titleOf(pdf) };
}

async function titleOf(pdf: { getMetadata(): Promise<{ info: object }> }): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return title === '' ? null : title;
}
