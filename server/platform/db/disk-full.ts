import { isNoSpace } from '#server/lib/disk-space.ts';
import { DatabaseError } from './database.ts';

/** disk_full, https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DISK_FULL = '53100';

/** Whoever was refused, by a file system or by the database: the disk had no room. Answered with status 507. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError ? error.code === DISK_FULL : isNoSpace(error);
}
