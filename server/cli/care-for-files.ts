import { z } from 'zod';
import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { DELETING } from '../open/database.ts';
import { createFileCommands } from '../open/file-commands.ts';
import { openFiles } from '../open/files.ts';
import type { Database } from '../platform/db/database.ts';
import { type ActResult, OperatorError } from '../product/operator/operator-act.ts';
import { askServer } from './ask-server.ts';
import { assertInstallation } from './backup/assert-installation.ts';
import { openUnlessHeld } from './open-unless-held.ts';

const progress = z.looseObject({
  isDone: z.boolean().optional(),
  moved: z.number().optional(),
  bytes: z.number().optional(),
});

/**
 * Performs a command about files: through the running server if that has the embedded database open, else here, beside
 * any servers. Throws OperatorError.
 */
export async function careForFiles(config: Config, name: string): Promise<ActResult> {
  assertInstallation(config);
  const database = await openUnlessHeld(config);
  if (database === 'held') return untilDone(() => askServer(config, name, {}));
  const files = await openFiles(config, { assertRoom: async () => {}, log: silentLog });
  try {
    if (database.engine === 'postgres') await assertSamePlace(database, () => files.main.identify());
    const mayDelete = () => database.claim(DELETING, { shared: true });
    const command = createFileCommands({ database, files, mayDelete, log: silentLog }).get(name);
    if (!command) throw new Error(`there is no command ${name}`);
    return await untilDone(command);
  } finally {
    files.stop();
    await database.close(5_000);
  }
}

/** Servers with another place would miss the files that are moved here. */
async function assertSamePlace(database: Database, identify: () => Promise<string>): Promise<void> {
  const [known] = await database.query<{ id: string }>('select id from private.data_folder');
  if (known && known.id !== (await identify())) {
    throw new OperatorError(
      'The servers of this database have their files in another place. Start them with these settings first.',
    );
  }
}

/** Asks until everything is done, and adds up what was moved. */
async function untilDone(perform: () => Promise<unknown>): Promise<ActResult> {
  let [moved, bytes] = [0, 0];
  for (;;) {
    const { isDone, ...result } = progress.parse(await perform());
    if (isDone === undefined) return result;
    moved += result.moved ?? 0;
    bytes += result.bytes ?? 0;
    if (isDone) return { ...result, moved, bytes };
  }
}
