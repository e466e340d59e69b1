const IN_WORD = /[\p{L}\p{N}]/u;

/**
 * Removes names copied letter by letter: a product called A-12 is no evidence for a number 12 elsewhere. Keeps a name
 * within a longer word.
 */
export function withoutCopies(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    for (let from = rest.toLowerCase().indexOf(name.toLowerCase()); from !== -1; ) {
      const to = from + name.length;
      const isWhole = !IN_WORD.test(rest[from - 1] ?? '') && !IN_WORD.test(rest[to] ?? '');
      if (isWhole) rest = rest.slice(0, from) + ' '.repeat(name.length) + rest.slice(to);
      from = rest.toLowerCase().indexOf(name.toLowerCase(), to);
    }
  }
  return rest;
}
