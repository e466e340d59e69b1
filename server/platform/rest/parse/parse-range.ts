import { invalidRange } from '../respond/request-errors.ts';

/** Rows from `offset` up to, but not including, `offset + limit`. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/**
 * Narrows the range from the query string by the header `Range: 0-9`, if present. Any other header value is ignored.
 */
export function narrowByHeader(range: RowRange, header: string | null): RowRange {
  const [, low, high] = /^(?:items=)?([0-9]{1,15})-([0-9]{0,15})$/.exec(header ?? '') ?? [];
  if (low === undefined) return range;
  const first = Math.max(range.offset, Number(low));
  const ends = [
    high === undefined || high === '' ? Number.POSITIVE_INFINITY : Number(high) + 1,
    range.limit === null ? Number.POSITIVE_INFINITY : range.offset + range.limit,
  ];
  const end = Math.min(...ends);
  if (end <= first && range.limit !== 0) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: first, limit: Number.isFinite(end) ? Math.max(0, end - first) : null };
}
