/** At most two letters for a round avatar: "Mara Lindqvist" ML, "mara@example.com" M. Never half of a character. */
export function initials(name: string): string {
  const words = name.split('@')[0]?.trim().split(/\s+/).filter(Boolean) ?? [];
  const first = words.at(0);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => firstCharacter(word ?? ''))
    .join('')
    .toLocaleUpperCase();
}

/** One of these stands for itself. The first segmenter costs a phone some hundred milliseconds: it loads its tables. */
const PLAIN_LETTER = /^[\p{Script=Latin}\p{Nd}](?![\p{M}\u200d])/u;

function firstCharacter(word: string): string {
  const plain = PLAIN_LETTER.exec(word)?.[0];
  if (plain !== undefined) return plain;
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
