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

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
