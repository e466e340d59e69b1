import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flush } from '#server/platform/db/pglite/flush.ts';

export const RESTORED_MARK = 'restored';
/** Exists in the data folder from a restore until it is reconciled. */
const markIn = (dataDir: string): string => join(dataDir, RESTORED_MARK);

export function markRestored(dataDir: string): void {
  writeFileSync(markIn(dataDir), `${new Date().toISOString()}\n`);
  flush(markIn(dataDir));
  flush(dataDir);
}

export const isMarkedRestored = (dataDir: string): boolean => existsSync(markIn(dataDir));

export function unmarkRestored(dataDir: string): void {
  rmSync(markIn(dataDir), { force: true });
  flush(dataDir);
}
