/** Returns the rows affected or returned: `INSERT 0 3` and `SELECT 3` mean 3, `BEGIN` means 0. */
export function countOf(tag: string): number {
  const last = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isNaN(last) ? 0 : last;
}
