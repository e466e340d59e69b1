/** Dividing such text into words needs a dictionary; pairs of its letters serve as well to find what is alike. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Myanmar}]/u;

/** The words of a text, in order: of three letters and more, because shorter ones rarely tell what it is about. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (const run of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (!UNSPACED.test(run)) {
      if (run.length > 2) words.push(run);
      continue;
    }
    for (let at = 0; at + 2 <= run.length; at += 1) words.push(run.slice(at, at + 2));
  }
  return words;
}
