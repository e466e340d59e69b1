/** Parses a Retry-After header (seconds or an HTTP date) to seconds. Null if it is neither. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  // A date starts with its weekday. Date.parse alone would read "-5" as a month.
  const date = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}
