import { isNoSpace } from '#server/lib/disk-space.ts';

/** disk_full, https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DISK_FULL = '53100';

/** Whoever was refused, by a file system or by the database: the disk had no room. Answered with status 507. */
export function isDiskFull(error: unknown): boolean {
  // By its code: pg-boss reports plain copies of errors.
  const isRefused =
    typeof error === 'object' && error !== null && 'code' in error && error.code === DISK_FULL;
  return isRefused || isNoSpace(error);
}
