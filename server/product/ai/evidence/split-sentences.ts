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
 * 8. Februar) or an abbreviation (z. B., J. Smith) than an end. The platform's segmenter knows neither, nor words
 * such as "Dr.", which stay sentences of their own. Two sentences become one where the first really ends so.
 */
const ABBREVIATED = /(?<![\p{L}\p{M}\p{Nd}])(?:\p{Nd}{1,3}|\p{L})\.\s*$/u;

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
    else if (ids === '' && ABBREVIATED.test(before)) sentences.push((sentences.pop() ?? '') + segment);
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
