import { z } from 'zod';
import { ATTACHMENT_BYTES_MAX } from '#domain/attachments.ts';
import { createFairGate } from '#server/lib/fair-gate.ts';
import { createWorkGate } from '#server/lib/work-gate.ts';
import { askTables } from './ask-tables.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';
import {
  type FileJob,
  type FitImageJob,
  type FittedImage,
  fittedImage,
  type PdfText,
  type PreparedImage,
  type PrepareImageJob,
  pdfText,
  preparedImage,
  type StartOfText,
  startOfText,
  takenPages,
} from './file-job.ts';
import { ChildKilledError, FileWorkError, inChild } from './in-child.ts';
import { type QueryOutcome, type TableFacts, type TableSource, tableFacts } from './table-facts.ts';

/**
 * Work on files that strangers made, each in a process of its own that is killed when it takes too long or too much: a
 * picture or a PDF built to break its reader breaks nothing but that process. Throws FileWorkError where the child did
 * not come to an end, GateShutError where too much waits, and the signal's reason.
 */
export interface FileWork {
  /** Null: it cannot be read any more. Never throws for what is in the file. */
  inspect(file: IncomingFile, signal?: AbortSignal): Promise<FileFacts | null>;
  prepareImage(job: Omit<PrepareImageJob, 'act'>, signal?: AbortSignal): Promise<PreparedImage>;
  fitImage(job: Omit<FitImageJob, 'act'>, signal?: AbortSignal): Promise<FittedImage>;
  readPdf(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfText>;
  /** Its first pages, as far as so many characters. */
  readPdfStart(bytes: Uint8Array, characters: number, signal?: AbortSignal): Promise<PdfText>;
  /** The beginning of a text, in whatever encoding, as far as so many characters. */
  readText(bytes: Uint8Array, characters: number, signal?: AbortSignal): Promise<StartOfText>;
  /** Each of these pages as a PDF of its own; null for one that cannot be taken out. */
  takePages(
    bytes: Uint8Array,
    pages: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly (Buffer | null)[]>;
  /** The tables in these files. */
  profileTables(sources: readonly TableSource[], signal?: AbortSignal): Promise<readonly TableFacts[]>;
  /** An outcome for each query, whatever it is: a child that a query breaks is not the end of the others. */
  queryTables(
    sources: readonly TableSource[],
    queries: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly QueryOutcome[]>;
}

/** A file that is to be looked at. Its bytes are read when its turn comes: what waits holds no memory. */
export interface IncomingFile {
  readonly owner: string;
  readonly read: () => Promise<Uint8Array | null>;
}

export { FileWorkError };

export interface FileWorkOptions {
  /** Milliseconds that one job may take. */
  readonly limit?: number;
  /** Milliseconds that one query may take. */
  readonly queryLimit?: number;
  /** Bytes that a child may hold; with tables of a PDF, or of more than one file's size, twice as many. */
  readonly memory?: number;
  /** Jobs of runs at the same time. */
  readonly parallel?: number;
  /** Files that are looked at at the same time, beside them. */
  readonly intake?: number;
}

const THREADS = 4;

export function createFileWork({
  limit = 20_000,
  queryLimit = 10_000,
  memory = 512 * 1024 * 1024,
  parallel = 2,
  intake = 2,
}: FileWorkOptions = {}): FileWork {
  // Two, so that files that are handed in do not hold up runs that have been paid for.
  const gate = createWorkGate({ parallel, waiting: 100 });
  const enter = createFairGate({ parallel: intake, waiting: 100, waitingPerPerson: 10 });

  async function ask<T>(job: FileJob, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const stop = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
    const supervision = {
      stop,
      given: signal,
      memory: job.act === 'profile_tables' ? memoryFor(job.sources, memory) : memory,
      // Pictures are worked on by several threads at once.
      computing: limit * THREADS,
    };
    const done = await inChild(job, supervision).catch((error: unknown) => {
      // Once more: it was not the file that ended it.
      if (error instanceof ChildKilledError && !stop.aborted) return inChild(job, supervision);
      throw error;
    });
    return answer.parse(done);
  }

  async function work<T>(job: FileJob, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    return gate(() => ask(job, answer, signal));
  }

  return {
    inspect: ({ owner, read }, signal) =>
      enter(owner, async () => {
        const bytes = await read();
        if (bytes === null) return null;
        try {
          return await ask({ act: 'inspect', bytes }, fileFacts, signal);
        } catch (error) {
          // Whatever it unfolds to, it is more than a child's time and memory.
          if (error instanceof FileWorkError) return { kind: 'unusable', why: 'too_big', as: null };
          throw error;
        }
      }),
    prepareImage: (job, signal) => work({ act: 'prepare_image', ...job }, preparedImage, signal),
    fitImage: (job, signal) => work({ act: 'fit_image', ...job }, fittedImage, signal),
    readText: (bytes, characters, signal) =>
      work({ act: 'read_text', bytes, characters }, startOfText, signal),
    takePages: (bytes, pages, signal) => work({ act: 'take_pages', bytes, pages }, takenPages, signal),
    readPdf: (bytes, signal) => work({ act: 'read_pdf', bytes }, pdfText, signal),
    readPdfStart: (bytes, characters, signal) =>
      work({ act: 'read_pdf', bytes, characters }, pdfText, signal),
    profileTables: (sources, signal) => work({ act: 'profile_tables', sources }, z.array(tableFacts), signal),
    async queryTables(sources, queries, signal) {
      signal?.throwIfAborted();
      const limits = { load: limit, query: queryLimit, memory: memoryFor(sources, memory) };
      return gate(() => askTables(sources, queries, { limits, signal }));
    },
  };
}

/** Several files are in a child's hands at the same time, and the pages of a PDF are drawn to find its tables. */
function memoryFor(sources: readonly TableSource[], memory: number): number {
  const bytes = sources.map((source) => (source.kind === 'csv' ? source.bytes.length : 0));
  const isOneTable =
    sources.every(({ kind }) => kind !== 'pdf') &&
    bytes.reduce((sum, one) => sum + one, 0) <= ATTACHMENT_BYTES_MAX;
  return isOneTable ? memory : 2 * memory;
}
