import { BOLD, readLines } from '../evidence/read-lines.ts';
import { splitSentences } from '../evidence/split-sentences.ts';

/** Citations and marks that the engine sets, and ids that a writer cites. */
const MARKS = /\[(?:\?|c?\d{1,3}(?:\s*[,;]\s*c?\d{1,3})*)\]/g;

/** A text without its citations. */
export const withoutMarks = (markdown: string): string => markdown.replace(MARKS, '');

/** Counts the words of a Markdown text, also in languages that don't separate them. */
export function countWords(markdown: string, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(withoutMarks(markdown))].filter(({ isWordLike }) => isWordLike).length;
}

const wordsOf = (text: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLocaleLowerCase(language));

/** True if one sentence, heading or row has all words of a point. False says nothing: it may use others. */
export function mentionsPoint(markdown: string, point: string, language: string): boolean {
  const wanted = wordsOf(point, language);
  return markdown
    .split('\n')
    .flatMap((line) => splitSentences(line, language).sentences)
    .map((sentence) => new Set(wordsOf(sentence, language)))
    .some((words) => wanted.every((word) => words.has(word)));
}

/** True if anything in a text stands below a heading of its own, of any level or in bold type. */
export const hasSections = (markdown: string, language: string): boolean =>
  readLines(markdown, language).some(({ level }) => level !== null && level <= BOLD);
