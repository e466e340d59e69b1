import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import type { Log } from '#server/lib/log.ts';
import { GateShutError } from '#server/lib/work-gate.ts';
import type { ResultPdf } from '../files/file-job.ts';
import { FileWorkError } from '../files/file-work.ts';
import type { AccountResult } from './read-results.ts';

/** Milliseconds for all PDFs: an archive has half an hour. Half a second is usual for one. */
const TIME = 15 * 60_000;

export interface ResultPacking {
  readonly results: readonly AccountResult[];
  /** Null if it was deleted meanwhile. */
  readonly write: (result: AccountResult) => Promise<ResultPdf | null>;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Called after each, made or not. */
  readonly onResult: () => Promise<void>;
  /** Limit of time; for tests. */
  readonly time?: number;
}

/** Adds each result as a PDF. One at a time is in memory; one that can't be made is listed, and holds up no other. */
export async function packResults(zip: ZipFile, packing: ResultPacking): Promise<void> {
  const { results, write, signal, log, onResult, time = TIME } = packing;
  const ends = performance.now() + time;
  const missing: string[] = [];
  for (const result of results) {
    signal.throwIfAborted();
    try {
      if (performance.now() > ends) missing.push(result.name);
      else {
        const pdf = await write(result);
        if (pdf) await add(zip, result.name, pdf.bytes);
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof FileWorkError || error instanceof GateShutError)) throw error;
      log.warn('a result could not be exported as a PDF', { run_id: result.run_id, error });
      missing.push(result.name);
    }
    await onResult();
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(tellMissing(missing)), 'answers/NOT-INCLUDED.txt');
}

/** Resolves when it's in the archive. */
function add(zip: ZipFile, name: string, bytes: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  zip.addReadStreamLazy(name, { compress: false }, (give) =>
    give(null, Readable.from([bytes]).once('end', resolve)),
  );
  return promise;
}

const tellMissing = (names: readonly string[]): string =>
  `These answers couldn’t be made into PDFs. Their full text is in data/ai_responses.json.

${names.join('\n')}
`;
