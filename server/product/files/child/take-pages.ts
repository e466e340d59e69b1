import type { FileJob } from '../file-job.ts';
import { openPdf } from './open-pdf.ts';

/** Bytes of a page that is sent somewhere. In base64 it is a third more, and providers take some 10 MB. */
const PAGE_BYTES = 7 * 1024 * 1024;
/** All of them together: what pages share, each of them brings along. */
const ALL_BYTES = 32 * 1024 * 1024;

/** A PDF of each page for itself, its pictures as they are: nothing is decoded, and nothing of other pages goes along. */
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
      // One page that makes no sense is no reason to leave the others out.
      .catch(() => null);
    const fits = alone !== null && alone.byteLength <= Math.min(PAGE_BYTES, room);
    if (fits) room -= alone.byteLength;
    taken.push(fits ? alone : null);
  }
  return taken;
}
