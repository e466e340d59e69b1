/** The last part of a word that is divided at a line's end, with its hyphen or soft hyphen. */
const DIVIDED = /(?<start>[\p{L}\p{M}]+)[-\u00ad\u2010]$/u;
const SOFT = /\u00ad$/u;
/** The rest of the word on the next line. */
const REST = /^(?<rest>\p{Ll}[\p{L}\p{M}]*)/u;

/**
 * Lines of blocks, with divided words joined on the first of their lines. A hyphen stays if the page has the word with
 * it elsewhere: `well-known` is no divided word.
 */
export function joinDivided(blocks: readonly (readonly string[])[]): string[] {
  const hyphened = new Set(
    blocks.flatMap((lines) => lines.flatMap((line) => line.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? [])),
  );
  const joined: string[] = [];
  // A word may go on in the next column.
  for (const line of blocks.flat()) {
    const before = joined.at(-1);
    const start = before === undefined ? undefined : DIVIDED.exec(before)?.groups?.['start'];
    const rest = REST.exec(line)?.groups?.['rest'];
    if (before === undefined || start === undefined || rest === undefined) {
      joined.push(line);
      continue;
    }
    const keepsHyphen = !SOFT.test(before) && hyphened.has(`${start}-${rest}`.toLowerCase());
    const end = /^\S+/u.exec(line)?.[0] ?? rest;
    joined[joined.length - 1] = `${keepsHyphen ? before : before.slice(0, -1)}${end}`;
    const remaining = line.slice(end.length).trimStart();
    if (remaining !== '') joined.push(remaining);
  }
  // Soft hyphens within lines are invisible.
  return joined.map((line) => line.replaceAll('\u00ad', ''));
}
