/** An encoding, what its words are made of, and of how many letters a word tells something. */
const ENCODINGS: readonly (readonly [label: string, word: RegExp, letters: number])[] = [
  ['windows-1251', cased('Cyrillic'), 3],
  ['windows-1253', cased('Greek'), 3],
  ['shift_jis', /^[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]--[\uff61-\uff9f]]+$/v, 2],
  ['windows-874', /^[\p{Script=Thai}&&\p{L}][\p{Script=Thai}]*$/v, 3],
];

/** A name, or all in small letters or capitals: another encoding of the script would mix them. */
function cased(script: string): RegExp {
  return new RegExp(`^(?=\\p{Script=${script}}+$)(?:\\p{Lu}?[\\p{Ll}\\p{M}]+|[\\p{Lu}\\p{M}]+)$`, 'u');
}

/** Few words may be read by chance. */
const WORDS = 3;
/** What stands between them in any text. */
const MARKS = /[\u00a0°€«»„“”‘’–—…№、。「」（）・：；！？￥，．]/g;

/**
 * The encoding in which each word of a text that is not in Latin letters is of one script, as people write it: for files
 * that are too short for frequencies. Accents of Latin words stand among letters of ASCII, and so are never such words.
 */
export function encodingByScript(
  bytes: Uint8Array,
  decode: (label: string, bytes: Uint8Array) => string | null,
): string | null {
  const found = ENCODINGS.find(([label, word, letters]) => {
    const text = decode(label, bytes)?.replace(MARKS, ' ');
    if (text === undefined) return false;
    const words = (text.match(/[\p{L}\p{M}ー]+/gu) ?? []).filter((each) => !/^\p{ASCII}*$/u.test(each));
    const others = text.replace(/[\p{L}\p{M}ー]+/gu, '');
    return (
      /^\p{ASCII}*$/u.test(others) &&
      words.every((each) => word.test(each)) &&
      words.filter((each) => each.length >= letters).length >= WORDS
    );
  });
  return found?.[0] ?? null;
}
