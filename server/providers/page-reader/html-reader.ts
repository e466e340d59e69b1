import { Worker } from 'node:worker_threads';
import { createWorkGate, GateShutError } from '#server/lib/work-gate.ts';
import type { ThreadReply } from './html-thread.ts';
import { PageError } from './page-reader.ts';
import type { HtmlText } from './read-html.ts';

export interface HtmlReader {
  /**
   * Throws PageError where there is nothing to be read, where reading takes too long, or where its turn does not come
   * within `patience` milliseconds; and the signal's reason.
   */
  read(html: string, options: { signal: AbortSignal; patience: number }): Promise<HtmlText>;
  close(): Promise<void>;
}

const SCRIPT = new URL('./html-thread.ts', import.meta.url);

/** What a thread may take to load its parser on a busy machine: no page is at fault for that. */
const START_MS = 5_000;

export interface HtmlReaderOptions {
  /** Milliseconds for one page, once its turn has come. */
  readonly limit?: number;
  /** Pages at the same time. */
  readonly threads?: number;
  /** Pages that may wait for their turn. */
  readonly waiting?: number;
}

/** Where one page at a time is read. The thread is started when it is needed. */
interface Seat {
  thread: Worker | null;
}

/**
 * Reads HTML in threads of its own: a page can be built to take minutes or gigabytes, and everybody else would wait.
 * A thread that does not answer is ended and replaced; it runs only JavaScript, which can be ended at any point. There
 * are two, so that such a page holds up half of the others at most.
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
    // Whoever does not wait any more has heard so, and is passed over.
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
  // Without a listener an error of the thread would be one of the process; `exit` follows it.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
