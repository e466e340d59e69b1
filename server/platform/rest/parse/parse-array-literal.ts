/** The texts of `{a,"b c"}`; null where that is no flat list. */
export function parseArrayLiteral(text: string): string[] | null {
  const inner = /^\{([^]*)\}$/.exec(text)?.[1];
  if (inner === undefined) return null;
  if (inner.trim() === '') return [];
  const element = /\s*(?:"((?:[^"\\]|\\[^])*)"|([^",{}\s\\][^",{}\\]*))\s*(,|$)/y;
  const texts: string[] = [];
  for (;;) {
    const found = element.exec(inner);
    if (found === null) return null;
    texts.push(found[1]?.replace(/\\([^])/g, '$1') ?? (found[2] ?? '').trimEnd());
    if (found[3] === '') return texts;
  }
}
