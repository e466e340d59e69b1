import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { type Copied, copyTree } from './copy-tree.ts';

const LOG = 'pg_wal';
/** Written at each checkpoint: says where a recovery begins. */
const CONTROL = 'global/pg_control';
const TRIES = 3;

/**
 * Copies the folder of the embedded database, also while it is written: first its tables, at whatever moment each is
 * read, then its log. The log has a whole image of each page that was changed since the last checkpoint, so whoever
 * opens the copy repeats it as after a crash, and has all that was committed when the copying of the log began. That
 * holds as long as there is no checkpoint in between, which the server refrains from while it is asked to; should the
 * engine have been restarted nevertheless, it is copied again.
 */
export async function copyDatabase(from: string, to: string): Promise<Copied> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = readFileSync(join(from, CONTROL));
    const tables = await copyTree(from, to, { skips: (path) => path === LOG, mayVanish: () => true });
    const log = await copyTree(join(from, LOG), join(to, LOG), { mayVanish: () => true });
    if (before.equals(readFileSync(join(from, CONTROL)))) return join2(tables, log);
    rmSync(to, { recursive: true });
  }
  throw new OperatorError(
    'The database was restarted each time that it was copied: see the log of the server.',
  );
}

const join2 = (tables: Copied, log: Copied): Copied => ({
  folders: [...tables.folders, LOG, ...log.folders.map((path) => `${LOG}/${path}`)],
  files: [...tables.files, ...log.files.map((file) => ({ ...file, path: `${LOG}/${file.path}` }))],
});
