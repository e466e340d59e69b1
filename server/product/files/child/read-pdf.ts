import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '../../ai/language/clean-text.ts';
import type { PdfText } from '../file-job.ts';
import { isScan } from './is-scan.ts';
import { openPdf, type Pdf } from './open-pdf.ts';
import { pageText } from './pdf/page-text.ts';
import { outlineOf } from './pdf/pdf-outline.ts';
import { readString } from './pdf/pdfium.ts';

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
export async function readPdf(bytes: Uint8Array, characters?: number): Promise<PdfText> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const pages: string[] = [];
  const cut: number[] = [];
  const garbled: number[] = [];
  const scanned: number[] = [];
  let room = characters ?? ALL_CHARACTERS;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (characters !== undefined && room <= 0) break;
    const page = readPage(pdf, number, Math.min(PAGE_CHARACTERS, room));
    pages.push(page.text);
    room -= page.text.length;
    if (page.isCut) cut.push(number);
    if (page.lost > 0) garbled.push(number);
    if (page.isScan) scanned.push(number);
  }
  return {
    pages,
    cut,
    garbled,
    scanned,
    title: titleOf(pdf),
    outline: outlineOf(pdf),
    attachments: attachmentsOf(pdf),
  };
}

/** A corrupt page counts as one without text. */
function readPage(
  pdf: Pdf,
  number: number,
  atMost: number,
): { text: string; isCut: boolean; lost: number; isScan: boolean } {
  try {
    const page = pageText(pdf, number, atMost);
    const { text, isCut, lost } = page;
    return { text, isCut, lost, isScan: isScan(pdf, number, page) };
  } catch {
    return { text: '', isCut: false, lost: 0, isScan: true };
  }
}

function titleOf({ pdfium, document }: Pdf): string | null {
  const title = readString(pdfium, (at, size) => pdfium.FPDF_GetMetaText(document, 'Title', at, size)).trim();
  return title === '' ? null : title;
}

/** More aren't named. */
const ATTACHMENTS_MAX = 20;
const NAME_LENGTH = 100;

/** Names of the files within the PDF. They aren't opened. */
function attachmentsOf({ pdfium, document }: Pdf): string[] {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), ATTACHMENTS_MAX);
  return Array.from({ length: Math.max(0, count) }, (_attachment, n) => {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, n);
    if (attachment === 0) return '';
    const name = readString(pdfium, (at, size) => pdfium.FPDFAttachment_GetName(attachment, at, size));
    return oneLine(cleanText(name)).slice(0, NAME_LENGTH);
  }).filter((name) => name !== '');
}
