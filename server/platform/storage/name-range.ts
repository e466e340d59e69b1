/**
 * Returns the smallest name greater than all names with this prefix, in byte order, which is code point order; null
 * if there is none. A comparison with it uses the index, which `like` with a parameter doesn't on every server.
 */
export function endOfPrefix(prefix: string): string | null {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // Skip surrogates, which aren't characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
