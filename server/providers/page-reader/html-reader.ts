import { Worker } from 'node:worker_threads';
import { createWorkGate, GateShutError } from '#server/lib/work-gate.ts';
import type { ThreadReply } from './html-thread.ts';
import { PageError } from './page-reader.ts';
import type { HtmlText } from './read-html.ts';

export interface HtmlReader {
  /**
   * Throws PageError if there is nothing to read, reading takes too long, or the queue takes longer than `patience`
   * milliseconds; or the signal's reason.
   */
  read(html: string, options: { signal: AbortSignal; patience: number }): Promise<HtmlText>;
  close(): Promise<void>;
}

const SCRIPT = new URL('./html-thread.ts', import.meta.url);

/** Milliseconds for a thread to load its parser on a busy machine; not counted against the page. */
const START_MS = 5_000;

export interface HtmlReaderOptions {
  /** Timeout of a page in milliseconds, excluding the queue. */
  readonly limit?: number;
  /** Maximum concurrent pages. */
  readonly threads?: number;
  /** Maximum queued pages. */
  readonly waiting?: number;
}

/** A slot for one page at a time. Its thread is started on demand. */
interface Seat {
  thread: Worker | null;
}

/**
 * Parses HTML in threads: a page can be built to take minutes or gigabytes, which would block everybody else. A
 * hanging thread is terminated and replaced; it only runs JavaScript, which can be ended at any point. There are two,
 * so that such a page delays at most half of the others.
 */
export function createHtmlReader(options: HtmlReaderOptions = {}): HtmlReader {
  const { limit = 5_000, threads = 2, waiting = 200 } = options;
  const gate = createWorkGate({ parallel: threads, waiting });
  const seats = Array.from({ length: threads }, (): Seat => ({ thread: null }));
  const free = [...seats];

  async function readInTurn(
    html: string,
    signal: AbortSignal,
    begin: () => boolean,
  ): Promise<HtmlText | null> {
    // Already rejected: skip it.
    if (!begin()) return null;
    const seat = free.pop();
    if (!seat) throw new Error('there are fewer threads than pages at work');
    try {
      return await readIn(seat, html, { limit, signal });
    } finally {
      free.push(seat);
    }
  }

  async function read(html: string, signal: AbortSignal, patience: number): Promise<HtmlText> {
    signal.throwIfAborted();
    const { promise: gaveUp, reject } = Promise.withResolvers<never>();
    let isWaiting = true;
    const giveUp = (reason: unknown): void => {
      isWaiting = false;
      reject(reason);
    };
    const stop = (): void => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(new PageError('slow', 'too many pages are being read')), patience);
    signal.addEventListener('abort', stop, { once: true });
    const begin = (): boolean => {
      clearTimeout(timer);
      return isWaiting;
    };
    try {
      const text = await Promise.race([gate(() => readInTurn(html, signal, begin)), gaveUp]);
      return text ?? (await gaveUp);
    } catch (error) {
      throw error instanceof GateShutError ? new PageError('slow', error.message, error) : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    read: (html, { signal, patience }) => read(html, signal, patience),
    async close() {
      await Promise.all(seats.map(end));
    },
  };
}

async function readIn(
  seat: Seat,
  html: string,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<HtmlText> {
  const time = seat.thread ? limit : limit + START_MS;
  seat.thread ??= startThread();
  const reading = seat.thread;
  const { promise, resolve, reject } = Promise.withResolvers<HtmlText>();
  const onMessage = (reply: ThreadReply): void =>
    'text' in reply ? resolve(reply.text) : reject(new Error(reply.failure));
  const onExit = (): void => reject(new Error('the thread ended: it may have run out of memory'));
  const onAbort = (): void => reject(signal.reason);
  const timer = setTimeout(() => reject(new Error('it took too long')), time);
  reading.once('message', onMessage);
  reading.once('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  reading.postMessage(html);
  try {
    return await promise;
  } catch (error) {
    await end(seat);
    throw signal.aborted ? signal.reason : new PageError('text', 'the page could not be read', error);
  } finally {
    clearTimeout(timer);
    reading.off('message', onMessage);
    reading.off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}

async function end(seat: Seat): Promise<void> {
  const ending = seat.thread;
  seat.thread = null;
  await ending?.terminate();
}

function startThread(): Worker {
  const thread = new Worker(SCRIPT, {
    name: 'pages',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  // Without a listener, an error in the thread would end the process; `exit` follows it.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
