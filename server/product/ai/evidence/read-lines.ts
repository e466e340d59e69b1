import { plainMarkdown } from './plain-markdown.ts';
import { endOf, splitSentences } from './split-sentences.ts';

/** A sentence of a model's text. */
export interface ReadSentence {
  /** `s1`, `s2`, … by place in the text. */
  readonly id: string;
  /** Its words, without citations. */
  readonly body: string;
  /** Ids in brackets, as the model wrote them. */
  readonly ids: readonly string[];
  /** Trailing spaces, and the bar of a table row. */
  readonly end: string;
  /** In a heading, or in the header of a table. */
  readonly isHead: boolean;
  /** Figures in it that code has computed, as shown. Null: one could not be computed, and the sentence can't be shown. */
  readonly computed?: readonly string[] | null | undefined;
}

export interface ReadLine {
  /** Leading mark of a heading, item or quotation. */
  readonly mark: string;
  readonly sentences: readonly ReadSentence[];
  /** 1 to 6 for a heading, `BOLD` for a line in bold type, `TABLE` for the header of a table, null for anything else. */
  readonly level: number | null;
}

/** Level of a line in bold type, which names what follows as a heading does. */
export const BOLD = 7;
/** Level of a table's header, below that of any heading. */
const TABLE = 8;

/** A line in bold type that is no sentence. */
const IN_BOLD = /^(\*\*|__)(?!\s)(?:(?!\1).)*[^\s.!。]\1\s*$/u;

/** Start or end of a code block, also within a list or quotation. Text about sources contains no code. */
const FENCE = /^\s*(?:(?:>|[-*+]\s|\d{1,3}[.)]\s)\s*)*(?:`{3,}[^`]*|~{3,}.*)$/;

/** The delimiter row of a table, or an empty line. */
const RULE = /^[\s|:-]*$/;

/** A heading's mark, also within a list item or before a number. */
const HEADING = /#+/;

const IDS = /\s*\[(c\d+(?:\s*[,;]\s*c\d+)*)\]/g;

/** Splits a text into lines of sentences, headings and fenced text included: without its fence, it can be checked. */
export function readLines(text: string, language: string): readonly ReadLine[] {
  let count = 0;
  return plainMarkdown(text)
    .split('\n')
    .filter((line) => !FENCE.test(line))
    .map((line, at, all) => {
      if (RULE.test(line)) return { mark: line, sentences: [], level: null };
      const { mark, sentences } = splitSentences(line, language);
      const level = levelOf(mark, { line, below: all[at + 1] });
      return {
        mark,
        level,
        sentences: sentences.map((sentence) => {
          count += 1;
          return { id: `s${count}`, isHead: level !== null, ...parseSentence(sentence) };
        }),
      };
    });
}

function levelOf(
  mark: string,
  { line, below = '' }: { line: string; below: string | undefined },
): number | null {
  const [marks] = HEADING.exec(mark) ?? [];
  if (marks !== undefined) return marks.length;
  if (IN_BOLD.test(line.slice(mark.length))) return BOLD;
  if (!UNDERLINE.test(below)) return null;
  if (line.includes('|')) return TABLE;
  return below.includes('=') ? 1 : 2;
}

/** Makes a heading, or a table's header, of the line above. */
const UNDERLINE = /^\s*(?:\|?\s*:?-[\s|:-]*|={2,}\s*)$/;

/** Splits a sentence into its text, claim ids, and trailing characters. */
export function parseSentence(sentence: string): Pick<ReadSentence, 'body' | 'ids' | 'end' | 'computed'> {
  const ids = [...sentence.matchAll(IDS)].flatMap((match) => (match[1] ?? '').split(/\s*[,;]\s*/));
  const bare = sentence.replace(IDS, '');
  const end = endOf(bare);
  return { body: bare.slice(0, bare.length - end.length), ids: [...new Set(ids)], end };
}

/** A sentence as plain text. */
export const plainSentence = (body: string): string =>
  body
    .replace(/[*_`|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
