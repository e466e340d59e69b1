import { wordsIn } from '#server/lib/words-in.ts';

/** A shorter line is a transition, or names what follows. */
const MIN_WORDS = 5;

/** Fraction of an open point's words above which a sentence is about that point. */
const ABOUT_POINT = 0.4;

/** Allows for trailing Markdown, brackets and quotation marks of any script. */
const QUESTION = /[?？؟]["'”’»)\]*_~\s|]*$/u;

/**
 * True if a sentence without a citation makes a statement whose source a reader may want. Its numbers are
 * checked elsewhere. Open points are listed on the receipt, and need no source.
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

/** Stems of the words of a text, since languages inflect. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map((word) => word.slice(0, 4)));
}
