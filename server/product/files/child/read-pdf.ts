import type { PdfText } from '../file-job.ts';
import { isScan } from './is-scan.ts';
import { openPdf, pageText } from './open-pdf.ts';

/**
 * A page in the smallest print has some 8,000 characters, and a whole site printed by a browser many times
 * that. More than this, per page or in total, is crafted to exhaust memory.
 */
const PAGE_CHARACTERS = 200_000;
const ALL_CHARACTERS = 20_000_000;

/**
 * Text of each page; with `characters`, only of the first pages until that many are read. Rejects if the PDF
 * can't be opened.
 */
export async function readPdf(bytes: Buffer, characters?: number): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const pages: string[] = [];
  const cut: number[] = [];
  const scanned: number[] = [];
  let room = characters ?? ALL_CHARACTERS;
  for (let page = 1; page <= pdf.numPages; page += 1) {
    if (characters !== undefined && room <= 0) break;
    // A corrupt page counts as one without text.
    const atMost = Math.min(PAGE_CHARACTERS, room);
    const { text, isCut } = await pageText(pdf, page, atMost).catch(() => ({ text: '', isCut: false }));
    pages.push(text);
    room -= text.length;
    if (isCut) cut.push(page);
    if (await isScan(pdf, page, text).catch(() => true)) scanned.push(page);
  }
  return { pages, cut, scanned, title: await titleOf(pdf) };
}

async function titleOf(pdf: { getMetadata(): Promise<{ info: object }> }): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return title === '' ? null : title;
}
