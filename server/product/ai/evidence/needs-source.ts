import { wordsIn } from '#server/lib/words-in.ts';

/** A line of fewer words leads from one thing to the next, or names what stands below it. */
const MIN_WORDS = 5;

/** Of an open point's words: a sentence that has so many of them says that it stayed open. */
const ABOUT_POINT = 0.4;

/** Whatever stands behind the words: marks of Markdown, brackets, quotation marks of any script. */
const QUESTION = /[?？؟]["'”’»)\]*_~\s|]*$/u;

/**
 * Whether a sentence without a citation states something, so that a reader may want to know where it is from. Its
 * numbers have been checked elsewhere. What stayed open is listed on the receipt by itself, and needs no source.
 */
export function needsSource(
  sentence: string,
  { language, open }: { readonly language: string; readonly open: readonly string[] },
): boolean {
  if (/\p{N}/u.test(sentence) || QUESTION.test(sentence)) return false;
  if (wordCount(sentence, language) < MIN_WORDS) return false;
  const own = stemsOf(sentence);
  return !open.some((point) => {
    const theirs = stemsOf(point);
    const shared = [...theirs].filter((stem) => own.has(stem)).length;
    return shared >= Math.max(2, ABOUT_POINT * theirs.size);
  });
}

function wordCount(text: string, language: string): number {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}

/** The words of a text by their beginnings, because languages bend the ends. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map((word) => word.slice(0, 4)));
}
