import { monthNamed } from '#server/lib/month-names.ts';

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

/** Abbreviations that don't end a sentence, in languages where segmenters err most. */
const ABBREVIATED =
  /(?:^|[\s(])(?:approx|ca|e\.g|i\.e|no|nr|dr|st|mr|mrs|vs|z\.\s?b|bzw|usw|p\.\s?ej|ej|av|art|abs|min|max|mio|mrd|tsd|mln|mld|млн|млрд|тыс)\.\s*$/iu;

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
    else if (ABBREVIATED.test(before) || isWithinDate(before, rest))
      sentences.push((sentences.pop() ?? '') + segment);
    else {
      if (ids !== '') sentences.push((sentences.pop() ?? '') + ids);
      if (rest !== '') sentences.push(rest);
    }
  }
  const restore = (sentence: string): string =>
    sentence.replace(STANDS_IN, (character) => citations[character.charCodeAt(0) - 0xe000] ?? '');
  return { mark, sentences: sentences.map(restore) };
}

/** 8. Februar */
function isWithinDate(before: string, rest: string): boolean {
  const [word] = /^\p{L}+/u.exec(rest) ?? [];
  return word !== undefined && /(?<!\p{Nd})\p{Nd}{1,2}\.\s*$/u.test(before) && monthNamed(word) !== undefined;
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
