import { makeScratch, type Pdfium, type Pointer, type Scratch, startPdfium } from './pdf/pdfium.ts';

/** An open PDF. It is never closed: the process ends with its job. */
export interface Pdf {
  readonly pdfium: Pdfium;
  readonly document: Pointer;
  readonly numPages: number;
  /** Its form; 0 without. */
  readonly form: Pointer;
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
    const numPages = pdfium.FPDF_GetPageCount(document);
    return { pdfium, document, numPages, form: openForm(pdfium, document), scratch: makeScratch(pdfium) };
  }
  return [WRONG_PASSWORD, UNKNOWN_LOCK].includes(pdfium.FPDF_GetLastError()) ? 'locked' : 'broken';
}

/** Gives access to fields. Scripts of the form don't run: this build of PDFium has no engine for them. */
function openForm(pdfium: Pdfium, document: Pointer): Pointer {
  if (pdfium.FPDF_GetFormType(document) === 0) return 0;
  return pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
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
