import { makeScratch, type Pdfium, type Pointer, type Scratch, startPdfium } from './pdf/pdfium.ts';

/** An open PDF. It is never closed: the process ends with its job. */
export interface Pdf {
  readonly pdfium: Pdfium;
  readonly document: Pointer;
  readonly numPages: number;
  readonly scratch: Scratch;
}

/** Error codes of `FPDF_GetLastError`, from `fpdfview.h`. */
const WRONG_PASSWORD = 4;
const UNKNOWN_LOCK = 5;

/** Opens a PDF without running, loading or rendering anything in it. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf | 'locked' | 'broken'> {
  const pdfium = await startPdfium();
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length);
  pdfium.pdfium.HEAPU8.set(bytes, at);
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '');
  if (document !== 0) {
    return { pdfium, document, numPages: pdfium.FPDF_GetPageCount(document), scratch: makeScratch(pdfium) };
  }
  return [WRONG_PASSWORD, UNKNOWN_LOCK].includes(pdfium.FPDF_GetLastError()) ? 'locked' : 'broken';
}

/** Works on a page, from 1, and closes it. Throws if the page is corrupt. */
export function withPage<T>({ pdfium, document }: Pdf, number: number, work: (page: Pointer) => T): T {
  const page = pdfium.FPDF_LoadPage(document, number - 1);
  if (page === 0) throw new Error(`page ${number} can't be loaded`);
  try {
    return work(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}
