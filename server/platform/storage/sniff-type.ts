/** Magic numbers of file types. */
const SIGNATURES: readonly (readonly [type: string, matches: (head: Buffer) => boolean])[] = [
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  [
    'image/webp',
    (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['image/avif', (head) => /^ftypavi[fs]/.test(head.toString('latin1', 4, 12))],
  ['application/pdf', (head) => head.toString('latin1', 0, 5) === '%PDF-'],
  ['application/zip', (head) => ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4))],
];
const KNOWN = new Set(SIGNATURES.map(([type]) => type));

/** Never executed, and the default type that clients send. */
const INERT = 'text/plain';

/** Enough for every signature. */
export const HEAD_BYTES = 16;

/**
 * Determines a file's type by its content. A declared type with a known signature must match it; one without (text,
 * CSV, zipped office documents) is trusted unless the content is evidently something else. Deliberately a table of a
 * few bytes, because it runs on untrusted uploads.
 */
export function trueType(declared: string, head: Buffer): string {
  const found = SIGNATURES.find(([, matches]) => matches(head))?.[0];
  const bare = bareType(declared);
  if (found === bare || bare === INERT) return declared;
  if (found === 'application/zip')
    return bare.startsWith('application/') && !KNOWN.has(bare) ? declared : found;
  if (found !== undefined) return found;
  return KNOWN.has(bare) && head.length > 0 ? 'application/octet-stream' : declared;
}

/** Strips parameters and lowercases. */
export function bareType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
