import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/read-environment.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { flush } from '../platform/db/pglite/flush.ts';
import { ObjectStoreError } from '../providers/object-store/object-store.ts';
import type { FilePlace } from './files.ts';
import type { Place } from './place.ts';

interface SharedFiles {
  /** Where files are written to. */
  readonly files: Pick<FilePlace, 'name' | 'setting' | 'identify'>;
  readonly place: Pick<Place, 'isAlone'>;
  readonly log: Log;
}

/**
 * Compares the id of the place where files are with the one that the database names. Throws ConfigError if another
 * process serves with another place: each would miss the files of the other. A process on its own may have been moved,
 * with a warning.
 */
export async function assertSharedFiles(
  database: Database,
  { files: { name, setting, identify }, place, log }: SharedFiles,
): Promise<void> {
  const id = await identify().catch((error: unknown) => {
    if (!(error instanceof ObjectStoreError)) throw error;
    // Then nothing can be read or saved by mistake either, and the next start compares.
    log.warn("couldn't check whether the object store is the one of this database", { store: name, error });
    return null;
  });
  if (id === null) return;
  const [known] = await database.query<{ id: string }>(
    'insert into private.data_folder (id) values ($1) on conflict (one) do update set id = data_folder.id returning id',
    [id],
  );
  if (known?.id === id) return;
  if (!(await place.isAlone())) {
    throw new ConfigError([
      `${setting}: ${name} is not where the process that already serves this database has its files. All processes need the same place`,
    ]);
  }
  await database.query('update private.data_folder set id = $1', [id]);
  log.warn('files are in another place than before: those that were not moved along are missing', {
    place: name,
  });
}

/** Reads the id of a data folder, which a file in it keeps. Creates it the first time. */
export async function identifyFolder(dataDir: string): Promise<string> {
  const file = join(dataDir, 'folder-id');
  const kept = await readFile(file, 'utf8').catch(nullIfMissing);
  if (kept !== null && kept.trim() !== '') return kept.trim();
  const made = randomUUID();
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  flush(file);
  return made;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
