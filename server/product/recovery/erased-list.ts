import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { noteErasedAccounts } from './erased-accounts.ts';

/** The list of erased accounts outside of the database. */
export interface ErasedList {
  /**
   * Resolves when every erasure that is committed by now is on the list, and the list on the disk. Whoever erases
   * awaits it before the answer: what was said to be gone must not come back with a backup. A failure is logged.
   */
  note(): Promise<void>;
  /** From now on also erasures that nobody announces, such as those by SQL. */
  start(): Promise<void>;
  /** Writes the last. */
  stop(): Promise<void>;
}

export function createErasedList(
  database: Database,
  { file, log }: { readonly file: string; readonly log: Log },
): ErasedList {
  let last = Promise.resolve();
  let stopListening = async (): Promise<void> => {};
  const note = (): Promise<void> => {
    last = last
      .then(() => noteErasedAccounts(database, file))
      .catch((error: unknown) => log.error('an erased account could not be written down', { file, error }));
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
      await stopListening();
      await note();
    },
  };
}
