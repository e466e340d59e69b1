/** Whether PostgreSQL can keep all texts of this JSON value: it takes neither NUL nor half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}
