import type { FileJob } from '../file-job.ts';
import { openPdf, type Pdf } from './open-pdf.ts';

/** Maximum bytes of a page to send. Base64 adds a third, and providers accept some 10 MB. */
const PAGE_BYTES = 7 * 1024 * 1024;
/** Maximum of all pages together: each includes a copy of what they share. */
const ALL_BYTES = 32 * 1024 * 1024;

/**
 * Extracts each page as a PDF of its own, with its pictures unchanged: nothing is decoded, and nothing of other
 * pages included.
 */
export async function takePages({
  bytes,
  pages,
}: Extract<FileJob, { act: 'take_pages' }>): Promise<(Uint8Array | null)[]> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const taken: (Uint8Array | null)[] = [];
  let room = ALL_BYTES;
  for (const page of pages) {
    // A corrupt page doesn't affect the others.
    const alone = takePage(pdf, page, Math.min(PAGE_BYTES, room));
    if (alone !== null) room -= alone.byteLength;
    taken.push(alone);
  }
  return taken;
}

/** A page, from 1, as a PDF of at most so many bytes; null if it can't be had. */
function takePage({ pdfium, document }: Pdf, page: number, atMost: number): Uint8Array | null {
  const alone = pdfium.FPDF_CreateNewDocument();
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  try {
    if (!pdfium.FPDF_ImportPages(alone, document, String(page), 0)) return null;
    if (pdfium.PDFiumExt_SaveAsCopy(alone, writer) === 0) return null;
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
    if (size === 0 || size > atMost) return null;
    const at = pdfium.pdfium.wasmExports.malloc(size);
    pdfium.PDFiumExt_GetFileWriterData(writer, at, size);
    const bytes = pdfium.pdfium.HEAPU8.slice(at, at + size);
    pdfium.pdfium.wasmExports.free(at);
    return bytes;
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer);
    pdfium.FPDF_CloseDocument(alone);
  }
}
