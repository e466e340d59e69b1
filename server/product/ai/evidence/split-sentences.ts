import { ABBREVIATIONS } from './abbreviations.ts';

/** A line of Markdown: its leading mark, and its sentences with trailing spaces. */
export interface SplitLine {
  readonly mark: string;
  readonly sentences: readonly string[];
}

/** Leading mark of a heading, item or quotation. */
const MARK = /^\s*(?:(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)*(?:\[[ x]\]\s+)?/;

/** A citation, masked while splitting: to a segmenter, `[c1]` in lower case continues the sentence. */
const CITATION = /\[c\d+(?:\s*[,;]\s*c\d+)*\]/g;
const STANDS_IN = /[\ue000-\uf8ff]/g;
/** Citations after the full stop of their sentence. */
const LEADING = /^(?:\s*[\ue000-\uf8ff])+\s*/;

/**
 * A full stop after a number of up to three digits or a single letter, which more often marks an ordinal (1. Quartal,
 * 8. Februar) or an abbreviation (z. B., J. Smith) than an end. Two sentences become one where the first really ends so.
 */
const ORDINAL = /(?<![\p{L}\p{M}\p{Nd}])(?:\p{Nd}{1,3}|\p{L})\.$/u;

const LISTS = new Map(Object.entries(ABBREVIATIONS).map(([code, list]) => [code, list.split('|')]));
/** Titles, firms and places, which keep their abbreviations in other languages; many of these have no list. */
const OF_NAMES = [...LISTS.values()].flat().filter((word) => /^\p{Lu}/u.test(word));
const NAMES: ReadonlySet<string> = new Set(OF_NAMES);
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...LISTS].map(([code, list]) => [code, new Set([...OF_NAMES, ...list])]),
);
const LONGEST = Math.max(...[...LISTS.values()].flat().map(({ length }) => length));

/** True if a segment ends in an abbreviation, which the platform's segmenter takes for the end of a sentence. */
function isAbbreviated(segment: string, language: string): boolean {
  const text = segment.trimEnd();
  if (!text.endsWith('.')) return false;
  if (ORDINAL.test(text)) return true;
  const known = KNOWN.get(language) ?? NAMES;
  for (let length = 2; length <= Math.min(LONGEST, text.length); length += 1) {
    const isWhole = !/[\p{L}\p{M}\p{Nd}]/u.test(text.charAt(text.length - length - 1));
    if (isWhole && known.has(text.slice(-length))) return true;
  }
  return false;
}

/** Splits a line into sentences. A table row is one, since its cells belong together. */
export function splitSentences(line: string, language: string): SplitLine {
  const mark = MARK.exec(line)?.[0] ?? '';
  const whole = line.slice(mark.length);
  if (whole.startsWith('|')) return { mark, sentences: [whole] };
  const citations: string[] = [];
  const text = whole
    .replace(STANDS_IN, '')
    .replace(CITATION, (citation) => String.fromCharCode(0xe000 + citations.push(citation) - 1));
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const ids = LEADING.exec(segment)?.[0] ?? '';
    const before = sentences.at(-1);
    const rest = segment.slice(ids.length);
    if (before === undefined) sentences.push(segment);
    else if (ids === '' && isAbbreviated(before, language)) sentences.push((sentences.pop() ?? '') + segment);
    else {
      if (ids !== '') sentences.push((sentences.pop() ?? '') + ids);
      if (rest !== '') sentences.push(rest);
    }
  }
  const restore = (sentence: string): string =>
    sentence.replace(STANDS_IN, (character) => citations[character.charCodeAt(0) - 0xe000] ?? '');
  return { mark, sentences: sentences.map(restore) };
}

/**
 * Trailing spaces and table bar of a sentence. Not by a pattern: a cell padded with ten thousand spaces would
 * block the event loop.
 */
export function endOf(sentence: string): string {
  const text = sentence.trimEnd();
  const words = text.endsWith('|') ? text.slice(0, -1).trimEnd() : text;
  return sentence.slice(words.length);
}
