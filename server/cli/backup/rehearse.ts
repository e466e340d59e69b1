import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Config, readConfig } from '../../config.ts';
import { isNoSpace } from '../../lib/disk-space.ts';
import { silentLog } from '../../lib/log.ts';
import { MIGRATIONS, openDatabaseAlone } from '../../open/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { reconcileAct, totalsAct } from '../../product/operator/book-acts.ts';
import {
  type ActResult,
  type OperatorAct,
  OperatorError,
  performAct,
} from '../../product/operator/operator-act.ts';
import { careForFiles } from '../care-for-files.ts';
import { folderInput } from './back-up.ts';
import type { BackupContents } from './backup-manifest.ts';
import { type FoundBackup, findBackup } from './backup-place.ts';
import { ROWS } from './copy-rows.ts';
import { restoreFound } from './restore.ts';

const rehearsalInput = folderInput.extend({
  in: z.string().trim().min(1).optional(),
  database: z.string().trim().min(1).optional(),
});

const books = z.object({ sound: z.boolean(), rules: z.int(), broken: z.array(z.unknown()) });
const totals = z.object({
  people: z.int(),
  projects: z.int(),
  tasks: z.int(),
  credits_left: z.int(),
  files: z.int(),
});
const found = z.object({ lost: z.int(), versions: z.string().optional() });

/**
 * Restores a backup beside the installation, into a folder that's removed afterwards, and holds it to its own books: every
 * byte is the one that was saved, the ledger's rules hold, and each file that a row refers to is there. Serves nobody,
 * calls nobody, and doesn't touch the installation. Throws OperatorError if the backup can't be restored.
 */
export async function rehearse(config: Config, input: Readonly<Record<string, unknown>>): Promise<ActResult> {
  const { folder, database, in: beside = tmpdir() } = rehearsalInput.parse(input);
  const backup = await findBackup(config, folder);
  try {
    assertDatabase(backup.contents, database);
    return await rehearseFound(backup, { database, beside });
  } finally {
    backup.close();
  }
}

async function rehearseFound(
  backup: FoundBackup,
  { database, beside }: { readonly database: string | undefined; readonly beside: string },
): Promise<ActResult> {
  const { contents } = backup;
  const dataDir = await mkdtemp(join(resolve(beside), 'errand-rehearsal-')).catch((cause: unknown) => {
    throw new OperatorError(`Couldn't make a folder in ${beside}. Name another with --in.`, { cause });
  });
  try {
    const config = readConfig({ DATA_DIR: dataDir, ...(database && { DATABASE_URL: database }) });
    await restoreFound(config, backup, 'none');
    const { sound, rules, broken, ...counted } = await readBooks(config);
    const { lost, versions } = found.parse(await careForFiles(config, 'check-files'));
    const isWithoutFiles = lost > 0 && !contents.files.some(({ path }) => path.startsWith('objects/files/'));
    return {
      rehearsed: backup.name,
      made_at: contents.made_at,
      sound: sound && (lost === 0 || isWithoutFiles),
      ...counted,
      ledger: sound ? `all ${rules} rules hold` : broken,
      ...(isWithoutFiles && { left_out: `this backup has none of the ${lost} files (--without-bucket)` }),
      ...(lost > 0 && !isWithoutFiles && { missing: lost, versions }),
      ...(database && { next: 'Drop the database of the rehearsal: it holds everything in the backup.' }),
    };
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    throw new OperatorError(`There is no room for the backup in ${beside}. Name another folder with --in.`, {
      cause: error,
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The installation's own database must not be the one that a rehearsal fills. */
function assertDatabase({ folders }: BackupContents, database: string | undefined): void {
  const isOfServer = folders.includes(ROWS);
  if (isOfServer && database === undefined) {
    throw new OperatorError(
      'This backup is from a PostgreSQL server. Create an empty database beside it and pass its URL with --database.',
    );
  }
  if (!isOfServer && database !== undefined) {
    throw new OperatorError('This backup is from an embedded database. Leave out --database.');
  }
}

async function readBooks(config: Config): Promise<z.infer<typeof books> & z.infer<typeof totals>> {
  const database = await openDatabaseAlone(config, { log: silentLog });
  try {
    await migrate(database, { folders: MIGRATIONS, log: silentLog });
    const perform = (act: OperatorAct) => performAct({ database, catalogue: config.catalogue }, act, {});
    return { ...totals.parse(await perform(totalsAct)), ...books.parse(await perform(reconcileAct)) };
  } finally {
    await database.close(5_000);
  }
}
