import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { noteErasedAccounts } from './erased-accounts.ts';

/** Writes each erasure down outside of the database as it happens. Resolves with how to stop, which writes the last. */
export async function keepErasedList(
  database: Database,
  { file, log }: { file: string; log: Log },
): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  const note = (): Promise<void> => {
    last = last
      .then(() => noteErasedAccounts(database, file))
      .catch((error: unknown) => log.error('an erased account could not be written down', { file, error }));
    return last;
  };
  const unlisten = await database.listen('account_erased', () => void note());
  const forgetReopening = database.onReopen(() => void note());
  return async () => {
    await unlisten();
    forgetReopening();
    await note();
  };
}
