import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/read-environment.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { flush } from '../platform/db/pglite/flush.ts';
import type { Place } from './place.ts';

interface SharedFolder {
  readonly dataDir: string;
  readonly place: Pick<Place, 'isAlone'>;
  readonly log: Log;
}

/**
 * Compares the id in the data folder with the one that the database names. Throws ConfigError if another process serves
 * with another folder: each would miss the files of the other. A process on its own may have been moved, with a warning.
 */
export async function assertSharedFolder(
  database: Database,
  { dataDir, place, log }: SharedFolder,
): Promise<void> {
  const id = await idOf(dataDir);
  const [known] = await database.query<{ id: string }>(
    'insert into private.data_folder (id) values ($1) on conflict (one) do update set id = data_folder.id returning id',
    [id],
  );
  if (known?.id === id) return;
  if (!(await place.isAlone())) {
    throw new ConfigError([
      `DATA_DIR: ${dataDir} is not the folder of the process that already serves this database. All processes need the same folder: mount one that they share`,
    ]);
  }
  await database.query('update private.data_folder set id = $1', [id]);
  log.warn('DATA_DIR is another folder than before: files that were not moved along are missing', {
    dataDir,
  });
}

async function idOf(dataDir: string): Promise<string> {
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
