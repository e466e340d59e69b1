export interface ByteRange {
  readonly start: number;
  /** Inclusive, as in the header. */
  readonly end: number;
}

/** Null for the whole content: no range, several, or a non-matching If-Range, as RFC 9110 allows. */
export function readByteRange(
  headers: Headers,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const condition = headers.get('if-range');
  if (condition !== null && condition !== etag) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && first !== '' && Number(last) < Number(first)) return null;
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}
