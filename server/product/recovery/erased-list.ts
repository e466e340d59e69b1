import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isPassing } from '#server/platform/db/passing.ts';
import { noteErasedAccounts } from './erased-accounts.ts';

/** The list of erased accounts outside of the database. */
export interface ErasedList {
  /**
   * Resolves when all committed erasures are on the list, and the list is on disk. Awaited before the response
   * of an erasure: accounts reported as erased must not return with a backup. A failure is logged and retried
   * automatically.
   */
  note(): Promise<void>;
  /** From now on also records unannounced erasures, such as those by SQL. */
  start(): Promise<void>;
  /** Writes the last erasures. */
  stop(): Promise<void>;
}

/** Milliseconds until a failed write is retried, doubled each time. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 5 * 60_000;

export interface ErasedListOptions {
  readonly file: string;
  readonly log: Log;
  /** In milliseconds. */
  readonly firstRetry?: number;
}

export function createErasedList(
  database: Database,
  { file, log, firstRetry = FIRST_RETRY }: ErasedListOptions,
): ErasedList {
  let last = Promise.resolve();
  let stopListening = async (): Promise<void> => {};
  let retry: NodeJS.Timeout | undefined;
  let wait = firstRetry;
  let isStopped = false;

  async function write(): Promise<void> {
    clearTimeout(retry);
    try {
      await noteErasedAccounts(database, file);
      wait = firstRetry;
    } catch (error) {
      log[isPassing(error) ? 'warn' : 'error']("couldn't record erased accounts, trying again", {
        file,
        error,
      });
      if (isStopped) return;
      retry = setTimeout(() => void note(), wait);
      wait = Math.min(wait * 2, LONGEST_RETRY);
    }
  }
  const note = (): Promise<void> => {
    last = last.then(write);
    return last;
  };
  return {
    note,
    async start() {
      const unlisten = await database.listen('account_erased', () => void note());
      const forgetReopening = database.onReopen(() => void note());
      stopListening = async () => {
        await unlisten();
        forgetReopening();
      };
    },
    async stop() {
      isStopped = true;
      await stopListening();
      await note();
    },
  };
}
