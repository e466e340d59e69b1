/** Characters of an RFC 5987 value that need no encoding. */
const PLAIN = /[A-Za-z0-9!#$&+.^_`|~-]/;
/** Line breaks and other controls, and marks that turn the reading direction: `fdp.exe` must not read `exe.pdf`. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The header of RFC 6266: a plain name for old clients and the true one in UTF-8. Only the last part of a path is
 * used, so that a client that believes the name writes into the folder that its user chose.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = name.toWellFormed().replace(UNSAFE, '').split(/[/\\]/).at(-1)?.trim().slice(0, 200) ?? '';
  if (clean === '' || clean === '.' || clean === '..') return kind;
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = [...Buffer.from(clean)].map(encodeByte).join('');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function encodeByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return PLAIN.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
