import { PDF_FILES } from 'virtual:pdf-files';
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { createTrustPolicy } from '#web/lib/page/trust-policy.ts';
import { type FilePart, FileProblemError, readPart } from './stored-file.ts';

const WORKER_URL = `${PDF_FILES}legacy/build/pdf.worker.min.mjs`;

/** Bytes of a request: some pages of text, or a quarter of a second on a slow line. */
const PART = 2 ** 16;

/** Larger pictures are left out: about 256 MB once they are decoded. */
const MAX_PIXELS = 64_000_000;

const trust = createTrustPolicy('pdf', { createScriptURL: (url) => (url === WORKER_URL ? url : null) });

export interface PdfSource {
  /** A URL that holds at the moment. */
  readonly url: () => Promise<string>;
  /** Of the content that is expected. */
  readonly etag: string | undefined;
}

export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  /** Its content isn't the one that was expected. */
  readonly isReplaced: boolean;
}

/**
 * Opens a stored PDF, of which only those parts are fetched that its shown pages need. Stops when `signal` aborts.
 * `onLost`: a part could not be fetched later. Nothing in the file is run: that needs another program of pdf.js, its
 * sandbox, which isn't here.
 */
export async function openPdf(
  { url, etag }: PdfSource,
  { signal, onLost }: { readonly signal: AbortSignal; readonly onLost: (error: unknown) => void },
): Promise<OpenedPdf> {
  const worker = startWorker(signal);
  const read = async (begin: number, end: number) => readPart(await url(), { begin, end }, signal);
  const first = await read(0, PART);
  const parts = new StoredParts(first, read, onLost);
  const task = getDocument({
    range: parts,
    worker,
    rangeChunkSize: PART,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: MAX_PIXELS,
    // Our pages allow no WebAssembly: the decoders are plain JavaScript then.
    useWasm: false,
    wasmUrl: `${PDF_FILES}wasm/`,
    cMapUrl: `${PDF_FILES}cmaps/`,
    standardFontDataUrl: `${PDF_FILES}standard_fonts/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  signal.addEventListener('abort', () => void task.destroy());
  try {
    const isReplaced = etag !== undefined && first.etag !== null && first.etag !== etag;
    return { pdf: await task.promise, isReplaced };
  } catch (error) {
    throw toProblem(error);
  }
}

function startWorker(signal: AbortSignal): PDFWorker {
  const port = new Worker(trust.createScriptURL(WORKER_URL) ?? '', { type: 'module' });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  signal.addEventListener('abort', () => {
    worker.destroy();
    // A file may keep it busy for ever.
    port.terminate();
  });
  return worker;
}

class StoredParts extends PDFDataRangeTransport {
  readonly #read: (begin: number, end: number) => Promise<FilePart>;
  readonly #onLost: (error: unknown) => void;
  readonly #etag: string | null;

  constructor(
    { bytes, length, etag }: FilePart,
    read: (begin: number, end: number) => Promise<FilePart>,
    onLost: (error: unknown) => void,
  ) {
    super(length, bytes);
    this.#read = read;
    this.#onLost = onLost;
    this.#etag = etag;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end).then(({ bytes, etag }) => {
      // Parts of two files make none.
      if (etag === this.#etag) this.onDataRange(begin, bytes);
      else this.#onLost(new FileProblemError('failed', 'the file was replaced while it was read'));
    }, this.#onLost);
  }
}

/** By name: pdf.js doesn't promise that its errors are of its own classes once they have crossed from the worker. */
function toProblem(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new FileProblemError('locked', 'the file has a password');
  if (name === 'InvalidPDFException') return new FileProblemError('broken', 'the file is no PDF');
  return error;
}
