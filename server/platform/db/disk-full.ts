import { isNoSpace } from '#server/lib/disk-space.ts';

/** disk_full, https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DISK_FULL = '53100';

/** True for a full disk, reported by the file system or the database. Answered with status 507. */
export function isDiskFull(error: unknown): boolean {
  // Checks the code, because pg-boss reports plain copies of errors.
  const isRefused =
    typeof error === 'object' && error !== null && 'code' in error && error.code === DISK_FULL;
  return isRefused || isNoSpace(error);
}
