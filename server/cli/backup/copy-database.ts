import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { type Copied, copyTree } from './copy-tree.ts';

const LOG = 'pg_wal';
/** Written at each checkpoint: where recovery starts. */
const CONTROL = 'global/pg_control';
const TRIES = 3;

/**
 * Copies the folder of the embedded database, even while it is being written: first its tables, each at a different
 * moment, then its WAL. The WAL has a full image of each page changed since the last checkpoint, so opening the copy
 * replays it as after a crash, and restores everything committed before copying the WAL began.
 * That requires that no checkpoint runs in between, which the server suspends on request; if one happened anyway,
 * because the engine was restarted, the copy is repeated.
 */
export async function copyDatabase(from: string, to: string): Promise<Copied> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = readFileSync(join(from, CONTROL));
    const tables = await copyTree(from, to, { skips: (path) => path === LOG, mayVanish: () => true });
    const log = await copyTree(join(from, LOG), join(to, LOG), { mayVanish: () => true });
    if (before.equals(readFileSync(join(from, CONTROL)))) return join2(tables, log);
    rmSync(to, { recursive: true });
  }
  throw new OperatorError("The database restarted each time it was copied. See the server's log.");
}

const join2 = (tables: Copied, log: Copied): Copied => ({
  folders: [...tables.folders, LOG, ...log.folders.map((path) => `${LOG}/${path}`)],
  files: [...tables.files, ...log.files.map((file) => ({ ...file, path: `${LOG}/${file.path}` }))],
});
