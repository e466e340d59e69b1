import type { FileJob } from '../file-job.ts';
import { openPdf } from './open-pdf.ts';

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
  const pdf = await openPdf(Buffer.from(bytes));
  if (typeof pdf === 'string') throw new Error(`the PDF is ${pdf}`);
  const taken: (Uint8Array | null)[] = [];
  let room = ALL_BYTES;
  for (const page of pages) {
    const alone: Uint8Array | null = await pdf
      .extractPages([{ document: null, includePages: [page - 1] }])
      // A corrupt page doesn't affect the others.
      .catch(() => null);
    const fits = alone !== null && alone.byteLength <= Math.min(PAGE_BYTES, room);
    if (fits) room -= alone.byteLength;
    taken.push(fits ? alone : null);
  }
  return taken;
}
