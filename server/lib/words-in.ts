/** Scripts without spaces: segmenting needs a dictionary, and pairs of letters work as well for similarity. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Myanmar}]/u;

/** Returns the words of a text in order, from three letters up, since shorter ones rarely say what it is about. */
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
