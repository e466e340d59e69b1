import { oneLine } from '#server/lib/one-line.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { GateShutError } from '#server/lib/work-gate.ts';
import { abortable } from '../../lib/abortable.ts';
import { PageError } from './page-reader.ts';

/** Text of a PDF. */
export interface PdfWords {
  /** Text by page, from the first; empty for one without text. */
  readonly pages: readonly string[];
}

/**
 * Extracts the text of a PDF in a separate process, up to this many characters: a PDF can be built to hang its
 * reader, or to expand to gigabytes. Rejects if it can't be read, or with the signal's reason.
 */
export type ReadPdf = (
  bytes: Buffer,
  options: { readonly signal: AbortSignal; readonly characters: number },
) => Promise<PdfWords>;

/** Milliseconds, including the queue: other PDFs may come first, and a process takes time to start. */
const PATIENCE_MS = 20_000;

/** Returns the pages of a PDF as blocks of text. Throws PageError, or the signal's reason at once. */
export async function pdfBlocks(
  readPdf: ReadPdf,
  bytes: Buffer,
  { signal, characters }: { readonly signal: AbortSignal; readonly characters: number },
): Promise<string[]> {
  const slow = timeoutSignal(PATIENCE_MS);
  const either = AbortSignal.any([signal, slow]);
  try {
    const { pages } = await abortable(readPdf(bytes, { signal: either, characters }), either);
    // Joins the lines of a page, since line breaks in a PDF carry no meaning.
    return pages.map(oneLine).filter((page) => page !== '');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const isBusy = slow.aborted || error instanceof GateShutError;
    throw new PageError(isBusy ? 'slow' : 'text', 'the PDF could not be read', error);
  }
}
