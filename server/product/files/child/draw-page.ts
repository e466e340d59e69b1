import sharp from 'sharp';
import type { DrawnPage, DrawPageJob } from '../file-job.ts';
import { openPdf, type Pdf, withPage } from './open-pdf.ts';
import type { Pointer } from './pdf/pdfium.ts';

/** Flags and formats of `fpdfview.h`. */
const WITH_ANNOTATIONS = 0x01;
const AS_RGBA = 0x10;
const BGRA = 4;
const WHITE = 0xffffffff;

/** Small print keeps its edges, and a page of a letter stays under 1 MB. */
const QUALITY = 85;

/** Draws a page of a PDF, upright and on white, as somebody sees it. Rejects if the page can't be drawn. */
export async function drawPage({ bytes, page: number, edge }: DrawPageJob): Promise<DrawnPage> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const { width, height, pixels } = withPage(pdf, number, (page) => drawn(pdf, page, edge));
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const { channels } = await picture.stats();
  return {
    type: 'image/jpeg',
    bytes: await picture.jpeg({ quality: QUALITY }).toBuffer(),
    isBlank: channels.every(({ min, max }) => min === max),
  };
}

function drawn(
  { pdfium, form }: Pdf,
  page: Pointer,
  edge: number,
): { width: number; height: number; pixels: Uint8Array } {
  // In points, after its rotation.
  const wide = pdfium.FPDF_GetPageWidthF(page);
  const high = pdfium.FPDF_GetPageHeightF(page);
  const scale = edge / Math.max(wide, high);
  const [width, height] = [toPixels(wide * scale), toPixels(high * scale)];
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (bitmap === 0) throw new Error('there is no room for the page');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  const flags = WITH_ANNOTATIONS | AS_RGBA;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = pdfium.pdfium.HEAPU8.slice(at, at + width * height * BGRA);
  return { width, height, pixels };
}

const toPixels = (length: number): number => Math.max(1, Math.round(length));
