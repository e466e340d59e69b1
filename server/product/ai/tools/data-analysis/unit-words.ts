const COUNTS = [1, 2, 5, 21];

/** By language: to collect them takes some milliseconds, and they are asked for with every figure of an answer. */
const collected = new Map<string, ReadonlySet<string>>();

/**
 * Returns a language's words and signs for a thousand and more (Mio., million, 万), taken from the platform's own data.
 */
export function magnitudeWords(language: string): ReadonlySet<string> {
  const words = collected.get(language) ?? collectMagnitudes(language);
  collected.set(language, words);
  return words;
}

function collectMagnitudes(language: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay });
    for (let power = 3; power <= 12; power += 1)
      for (const count of COUNTS)
        for (const { type, value } of format.formatToParts(count * 10 ** power))
          if (type === 'compact') words.add(value).add(value.replace(/\.$/, ''));
  }
  return words;
}

/** Signs for a share, and a language's word for it. */
export function percentWords(language: string): readonly string[] {
  const parts = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'percent',
    unitDisplay: 'long',
  }).formatToParts(5);
  return ['%', '٪', '‰', ...parts.flatMap(({ type, value }) => (type === 'unit' ? [value.trim()] : []))];
}

/** Whether a text begins with one of the words, after at most a space, as a whole word. */
export function startsWithOne(text: string, words: Iterable<string>): boolean {
  const rest = text.replace(/^\s/, '');
  for (const word of words) {
    const isWord = /\p{L}$/u.test(word) && !/[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]$/u.test(word);
    // A capital M is a million, a lower-case one a metre.
    const isSame =
      word.length <= 2 ? rest.startsWith(word) : rest.toLowerCase().startsWith(word.toLowerCase());
    if (isSame && !(isWord && /^[\p{L}\p{N}]/u.test(rest.slice(word.length)))) return true;
  }
  return false;
}
