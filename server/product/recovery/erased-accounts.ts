import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { newToken } from '#server/lib/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { flush } from '#server/platform/db/pglite/flush.ts';
import { OperatorError } from '../operator/operator-act.ts';

/** One erasure, as a line of the list: account id and time (UTC). */
export interface ErasedAccount {
  readonly id: string;
  readonly erasedAt: string;
}

/** Milliseconds; writing the list takes a few. */
const ABANDONED = 60_000;
const LINE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** Throws OperatorError, also for a damaged list: otherwise erased users would silently return. */
export function readErasedAccounts(file: string): ErasedAccount[] {
  return readList(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const [, id, erasedAt] = LINE.exec(line) ?? [];
      if (id === undefined || erasedAt === undefined) {
        throw new OperatorError(`${file}, line ${index + 1}: this isn't a list of erased accounts.`);
      }
      return { id, erasedAt };
    });
}

function readList(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OperatorError(`Couldn't read the list of erased accounts, ${file}.`, { cause });
  }
}

/** Replaces the whole list atomically. */
export function writeErasedAccounts(file: string, accounts: readonly ErasedAccount[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  removeUnfinished(file);
  const unfinished = `${file}.new-${newToken(6)}`;
  try {
    const lines = new Set(accounts.map(({ id, erasedAt }) => `${id} ${erasedAt}\n`));
    writeFileSync(unfinished, [...lines].join(''), { mode: 0o600, flag: 'wx' });
    flush(unfinished);
    renameSync(unfinished, file);
    flush(dirname(file));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Removes leftovers of a killed process. A recent one may belong to a process that is writing now. */
function removeUnfinished(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.new-`)) continue;
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > ABANDONED) rmSync(path, { force: true });
  }
}

/**
 * Adds this database's erasures to the external list, if they are missing there. One process at a time, since each
 * replaces the whole list.
 */
export function noteErasedAccounts(database: Database, file: string): Promise<void> {
  return database.transaction(
    async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtext('private.erased_accounts'))");
      const rows = await tx.query<{ id: string; erased_at: Date }>(
        'select user_id as id, erased_at from private.erased_accounts order by erased_at',
      );
      const noted = existsSync(file) ? readErasedAccounts(file) : [];
      const known = new Set(noted.map(({ id, erasedAt }) => `${id} ${erasedAt}`));
      const missing = rows
        .map(({ id, erased_at }) => ({ id, erasedAt: erased_at.toISOString() }))
        .filter(({ id, erasedAt }) => !known.has(`${id} ${erasedAt}`));
      if (missing.length > 0) writeErasedAccounts(file, [...noted, ...missing]);
    },
    // A disk takes its time to flush.
    { idle: 5_000 },
  );
}
