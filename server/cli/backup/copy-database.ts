import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../product/operator/operator-act.ts';
import type { NewBackup } from './backup-place.ts';
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
export async function copyDatabase(from: string, to: NewBackup, into: string): Promise<Copied> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = readFileSync(join(from, CONTROL));
    const tables = await copyTree(from, to, { into, skips: (path) => path === LOG, mayVanish: () => true });
    const log = await copyTree(join(from, LOG), to, { into: `${into}/${LOG}`, mayVanish: () => true });
    if (before.equals(readFileSync(join(from, CONTROL)))) {
      return { folders: [...tables.folders, ...log.folders], files: [...tables.files, ...log.files] };
    }
    await to.remove(into);
  }
  throw new OperatorError("The database restarted each time it was copied. See the server's log.");
}
