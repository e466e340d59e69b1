import { GateShutError } from '#server/lib/work-gate.ts';
import { abortable } from '../../lib/abortable.ts';
import { PageError } from './page-reader.ts';

/** What a PDF says. */
export interface PdfWords {
  /** Page by page from the first, empty where one has no text. */
  readonly pages: readonly string[];
}

/**
 * Takes the text out of a PDF in a process of its own, as far as so many characters: a PDF can be built to hold its
 * reader up, or to unfold to gigabytes. Rejects where it cannot be read, and with the signal's reason.
 */
export type ReadPdf = (
  bytes: Buffer,
  options: { readonly signal: AbortSignal; readonly characters: number },
) => Promise<PdfWords>;

/** Milliseconds, the wait for its turn included: other PDFs may be read before it, and a process takes time to start. */
const PATIENCE_MS = 20_000;

/** The pages of a PDF as blocks of text. Throws PageError, and the signal's reason at once. */
export async function pdfBlocks(
  readPdf: ReadPdf,
  bytes: Buffer,
  { signal, characters }: { readonly signal: AbortSignal; readonly characters: number },
): Promise<string[]> {
  const slow = AbortSignal.timeout(PATIENCE_MS);
  const either = AbortSignal.any([signal, slow]);
  try {
    const { pages } = await abortable(readPdf(bytes, { signal: either, characters }), either);
    // A page on one line: where its lines end says nothing of what belongs together.
    return pages.map((page) => page.replace(/\s+/g, ' ').trim()).filter((page) => page !== '');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const isBusy = slow.aborted || error instanceof GateShutError;
    throw new PageError(isBusy ? 'slow' : 'text', 'the PDF could not be read', error);
  }
}
