import { z } from 'zod';
import { ATTACHMENT_BYTES_MAX } from '#domain/attachments.ts';
import { createFairGate } from '#server/lib/fair-gate.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { createWorkGate, GateShutError } from '#server/lib/work-gate.ts';
import { askTables } from './ask-tables.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';
import {
  type DocumentText,
  type DrawnPage,
  type DrawPageJob,
  documentText,
  drawnPage,
  type FileJob,
  type FitImageJob,
  type FittedImage,
  fittedImage,
  type PdfText,
  type PreparedImage,
  type PrepareImageJob,
  pdfText,
  preparedImage,
  type ReadDocumentJob,
  type ReadTextJob,
  type ResultPdf,
  resultPdf,
  type StartOfText,
  type StoredResult,
  startOfText,
  takenPages,
} from './file-job.ts';
import {
  ChildKilledError,
  ChildStarvedError,
  FileWorkError,
  inChild,
  PATIENCE,
  type Perform,
} from './in-child.ts';
import {
  type QueryOutcome,
  type TableFacts,
  type TableQuery,
  type TableSource,
  tableFacts,
} from './table-facts.ts';

/**
 * Processes untrusted files, each in a process of its own that is killed when it exceeds its time or memory: a
 * picture or PDF crafted to break its parser only breaks that process. Throws FileWorkError if the child
 * failed, GateShutError if the queue is full or the machine too busy, and the signal's reason.
 */
export interface FileWork {
  /** Null if it can't be read from storage any more. Never throws because of its content. */
  inspect(file: IncomingFile, signal?: AbortSignal): Promise<FileFacts | null>;
  prepareImage(job: Omit<PrepareImageJob, 'act'>, signal?: AbortSignal): Promise<PreparedImage>;
  fitImage(job: Omit<FitImageJob, 'act'>, signal?: AbortSignal): Promise<FittedImage>;
  readPdf(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfText>;
  /** The first pages, up to a number of characters. */
  readPdfStart(bytes: Uint8Array, characters: number, signal?: AbortSignal): Promise<PdfText>;
  /** The start of a text in any encoding, or of a workbook's rows, up to a number of characters. */
  readText(job: Omit<ReadTextJob, 'act'>, signal?: AbortSignal): Promise<StartOfText>;
  /** A document without pages, by its slides or sections. */
  readDocument(job: Omit<ReadDocumentJob, 'act'>, signal?: AbortSignal): Promise<DocumentText>;
  /** Each of these pages as a PDF of its own; null for one that can't be extracted. */
  takePages(
    bytes: Uint8Array,
    pages: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly (Buffer | null)[]>;
  /** A page of a PDF as a picture. */
  drawPage(job: Omit<DrawPageJob, 'act'>, signal?: AbortSignal): Promise<DrawnPage>;
  /** A result as a PDF. Its times are UTC. */
  writeResult(result: StoredResult, signal?: AbortSignal): Promise<ResultPdf>;
  /** Profiles the tables in these files. */
  profileTables(sources: readonly TableSource[], signal?: AbortSignal): Promise<readonly TableFacts[]>;
  /** One outcome per query: a query that takes down the child doesn't affect the others. */
  queryTables(
    sources: readonly TableSource[],
    queries: readonly TableQuery[],
    signal?: AbortSignal,
  ): Promise<readonly QueryOutcome[]>;
}

/** A file to inspect. Its bytes are read when its turn comes, so that queued files take no memory. */
export interface IncomingFile {
  readonly owner: string;
  readonly read: () => Promise<Uint8Array | null>;
  /** Stands for these bytes alone. What is known of them is not found out twice: in the form, and when it's sent. */
  readonly version?: string;
}

/** Files of which the facts are remembered; the oldest are forgotten first. */
const MOST_REMEMBERED = 200;

export { FileWorkError };

export interface FileWorkOptions {
  /** Limit of a job's processor time, in milliseconds; of tables, for each 10 MB of them. Four times as long may pass. */
  readonly limit?: number;
  /** Time limit of a query, in milliseconds. */
  readonly queryLimit?: number;
  /** Memory limit of a child in bytes, however many files it reads. */
  readonly memory?: number;
  /** Parallel jobs of runs. */
  readonly parallel?: number;
  /** Files inspected in parallel, in addition. */
  readonly intake?: number;
  /** What runs a job; for tests. */
  readonly perform?: Perform;
}

/** Pictures are decoded by several threads, whose processor time adds up. */
const THREADS = 2;

export function createFileWork({
  limit = 20_000,
  queryLimit = 10_000,
  memory = 600 * 1024 * 1024,
  parallel = 2,
  intake = 2,
  perform = inChild,
}: FileWorkOptions = {}): FileWork {
  // Two gates, so that uploads don't delay runs that have been paid for.
  const gate = createWorkGate({ parallel, waiting: 100 });
  // An export has hundreds of results, and nobody waits for it.
  const set = createWorkGate({ parallel: 1, waiting: 100 });
  const enter = createFairGate({ parallel: intake, waiting: 100, waitingPerPerson: 10 });

  async function ask<T>(job: FileJob, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const allowed = job.act === 'profile_tables' ? limit * filesWorth(job.sources) : limit;
    const stop = AbortSignal.any([timeoutSignal(PATIENCE * allowed), ...(signal ? [signal] : [])]);
    const supervision = {
      stop,
      given: signal,
      memory,
      computing: isPicture(job) ? allowed * THREADS : allowed,
    };
    const done = await perform(job, supervision)
      .catch((error: unknown) => {
        // Retry once: the child was killed from outside, not by the file.
        if (error instanceof ChildKilledError && !stop.aborted) return perform(job, supervision);
        throw error;
      })
      .catch((error: unknown) => {
        if (error instanceof ChildStarvedError) throw new GateShutError(error.message, { cause: error });
        throw error;
      });
    return answer.parse(done);
  }

  async function work<T>(job: FileJob, answer: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    return gate(() => ask(job, answer, signal));
  }

  const known = new Map<string, FileFacts>();
  function remember(version: string, facts: FileFacts): void {
    known.set(version, facts);
    const [oldest] = known.keys();
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  return {
    inspect: async ({ owner, read, version }, signal) =>
      known.get(version ?? '') ??
      enter(owner, async () => {
        const bytes = await read();
        if (bytes === null) return null;
        try {
          const facts = await ask({ act: 'inspect', bytes }, fileFacts, signal);
          if (version !== undefined) remember(version, facts);
          return facts;
        } catch (error) {
          // It expands beyond a child's time or memory.
          if (error instanceof FileWorkError) return { kind: 'unusable', why: 'too_big', as: null };
          throw error;
        }
      }),
    prepareImage: (job, signal) => work({ act: 'prepare_image', ...job }, preparedImage, signal),
    fitImage: (job, signal) => work({ act: 'fit_image', ...job }, fittedImage, signal),
    readText: (job, signal) => work({ act: 'read_text', ...job }, startOfText, signal),
    readDocument: (job, signal) => work({ act: 'read_document', ...job }, documentText, signal),
    takePages: (bytes, pages, signal) => work({ act: 'take_pages', bytes, pages }, takenPages, signal),
    drawPage: (job, signal) => work({ act: 'draw_page', ...job }, drawnPage, signal),
    writeResult: (result, signal) => set(() => ask({ act: 'write_result', result }, resultPdf, signal)),
    readPdf: (bytes, signal) => work({ act: 'read_pdf', bytes }, pdfText, signal),
    readPdfStart: (bytes, characters, signal) =>
      work({ act: 'read_pdf', bytes, characters }, pdfText, signal),
    profileTables: (sources, signal) => work({ act: 'profile_tables', sources }, z.array(tableFacts), signal),
    async queryTables(sources, queries, signal) {
      signal?.throwIfAborted();
      const limits = { load: limit * filesWorth(sources), query: queryLimit, memory };
      return gate(() => askTables(sources, queries, { limits, signal, perform }));
    },
  };
}

const isPicture = ({ act }: FileJob): boolean => act === 'prepare_image' || act === 'fit_image';

/** How many files of the largest size would be as large: ten workbooks of 10 MB take ten times as long as one. */
function filesWorth(sources: readonly TableSource[]): number {
  const bytes = sources.reduce((sum, source) => sum + (source.kind === 'image' ? 0 : source.bytes.length), 0);
  return Math.max(1, Math.ceil(bytes / ATTACHMENT_BYTES_MAX));
}
