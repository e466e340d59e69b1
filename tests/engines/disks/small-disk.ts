import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A program that runs on a small disk of its own: a file system in memory, which nobody else sees. */
const MOUNT = 'mount -t tmpfs -o "size=$0" tmpfs "$DATA_DIR" && exec "$@"';

/** What to put in front of a program, so that its DATA_DIR is a disk of this size; no rights are needed for it. */
export const onSmallDisk = (size: string): string[] => ['unshare', '-rm', 'sh', '-c', MOUNT, size];

/** Whether this machine lets a test have one: some containers do not. */
export function hasSmallDisks(): boolean {
  const { status } = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']);
  return status === 0;
}

/** The disk as this process reaches it. */
export const diskOf = (pid: number, dataDir: string): string => `/proc/${pid}/root${dataDir}`;

/** Its file may be there before: another user's space of names lets nobody make one who is unknown there. */
export const FILLER = 'somebody-elses-file';
const PIECE = Buffer.alloc(1024 * 1024, 1);

/** Takes room away until `left` bytes are free. */
export function fill(disk: string, left: number): void {
  const file = openSync(join(disk, FILLER), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk);
      const piece = Math.min(PIECE.length, bavail * bsize - left);
      if (piece <= 0) return;
      writeSync(file, PIECE, 0, piece);
    }
  } catch (error) {
    // Others write, too: what was free a moment ago may be gone.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

export const makeRoom = (disk: string): void => truncateSync(join(disk, FILLER));
