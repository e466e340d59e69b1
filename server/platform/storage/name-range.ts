/**
 * The first name behind all those that begin with a prefix, in byte order, which is that of code points. null where
 * there is none. A comparison with it is a range of the index, which `like` with a parameter is not on every server.
 */
export function endOfPrefix(prefix: string): string | null {
  const points = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // The halves of surrogate pairs are no characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
