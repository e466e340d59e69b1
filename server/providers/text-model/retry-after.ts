/** Seconds to wait from a Retry-After header: a number of seconds or an HTTP date. Null when it says neither. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  // A date begins with its weekday. Date.parse alone would take "-5" for a month.
  const date = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
