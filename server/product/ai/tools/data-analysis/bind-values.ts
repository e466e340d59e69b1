import type { Cell } from '#domain/analysis.ts';
import { findForeignNumber, wholeDates } from '../../evidence/numbers-in.ts';
import { plainMarkdown } from '../../evidence/plain-markdown.ts';
import { endOf, splitSentences } from '../../evidence/split-sentences.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { findAltered } from './altered-value.ts';
import { findSwap, type Piece } from './find-swap.ts';
import { type NamedValue, nameValue } from './name-values.ts';
import { type AnalysisState, isAnswered } from './state.ts';
import { withoutCopies } from './without-copies.ts';

export interface BoundText {
  /** Markdown with the values filled in, `[?]` behind untraced numbers, and `{{chart:q2}}` on lines of its own. */
  readonly markdown: string;
  /** Numbers that are cells of results. */
  readonly bound: number;
  /** Sentences with an untraced number, or with a number of another row, as plain text. */
  readonly loose: readonly string[];
  /** Sentences left out because they name something that doesn't exist. */
  readonly dropped: number;
  /** Errors for the writer, in English. */
  readonly problems: readonly string[];
}

const NAME = /\{\{\s*([^{}\n]{1,200}?)\s*\}\}/g;
const FIGURE = /^(?:chart|table)\s*:\s*q\d{1,2}$/;
/** Placeholder for a value while sentences are split and numbers are searched. */
const FIRST = 0xf0000;
const HELD = /[\u{f0000}-\u{fffff}]/gu;

/** Fills in values for their names, and finds every number that isn't one. */
export function bindValues(text: string, state: AnalysisState): BoundText {
  const names: string[] = [];
  const figures: string[] = [];
  const held = plainMarkdown(text.replace(HELD, ''))
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    // The engine's own placeholder character.
    .replace(/\[figure \d+\]/g, '')
    .replace(NAME, (_whole, name: string) => {
      if (!FIGURE.test(name)) return String.fromCodePoint(FIRST + names.push(name) - 1);
      figures.push(name);
      return `\n\n{{${name.replace(/\s/g, '')}}}\n\n`;
    })
    .replace(/\n{3,}/g, '\n\n');
  const { language } = state.input;
  const values = names.map((name) => nameValue(name, state));
  const labels = namesOf(state);
  const copies = labels.filter((name) => /\p{Nd}/u.test(name) && /\p{L}/u.test(name));
  const known = {
    texts: ownWords(state.input),
    dates: wholeDates([state.seed.today, ...labels]),
    language,
  };
  const loose: string[] = [];
  const problems: string[] = [];
  let dropped = 0;
  let bound = 0;

  const bindSentence = (sentence: string): string => {
    const pieces = takeApart(sentence, values);
    const end = endOf(sentence);
    if (pieces === null) {
      dropped += 1;
      problems.push(...unknownIn(sentence, names, values));
      return '';
    }
    const words = pieces.map((piece) => ('words' in piece ? piece.words : ' ')).join('');
    const shown = pieces.map((piece) => ('words' in piece ? piece.words : piece.named.text)).join('');
    bound += pieces.filter((piece) => 'named' in piece && typeof piece.named.value === 'number').length;
    const typed = findForeignNumber(withoutCopies(words, copies), known) ?? findAltered(pieces, language);
    if (typed === null && !findSwap(pieces)) return shown;
    const plain = toPlain(shown);
    loose.push(plain);
    problems.push(
      typed === null
        ? `this sentence gives a number to another row than its own: “${plain}”`
        : `${typed} is typed, as or beside a number: “${plain}”`,
    );
    return `${shown.slice(0, shown.length - end.length)} [?]${end}`;
  };

  const lines = held.split('\n').map((line) => {
    if (/^\s*\{\{/.test(line) || /^[\s|:-]*$/.test(line)) return line;
    const { mark, sentences } = splitSentences(line, language);
    const body = sentences.map(bindSentence).join('');
    // A heading or an item without its words is empty.
    return body.trim() === '' ? '' : (mark + body).trimEnd();
  });
  const markdown = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { markdown, bound, loose, dropped, problems };
}

/** Null: there is no such cell. */
function takeApart(sentence: string, values: readonly (NamedValue | null)[]): Piece[] | null {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of sentence.matchAll(HELD)) {
    const named = values[(match[0].codePointAt(0) ?? 0) - FIRST];
    if (!named) return null;
    pieces.push({ words: sentence.slice(at, match.index) }, { named });
    at = match.index + match[0].length;
  }
  return [...pieces, { words: sentence.slice(at) }];
}

function unknownIn(
  sentence: string,
  names: readonly string[],
  values: readonly (NamedValue | null)[],
): string[] {
  return (sentence.match(HELD) ?? []).flatMap((held) => {
    const at = (held.codePointAt(0) ?? 0) - FIRST;
    return values[at] ? [] : [`there is no value {{${names[at] ?? ''}}}`];
  });
}

/** Names in the data: files, columns and text cells. */
function namesOf({ tables, asked }: AnalysisState): string[] {
  const cells = asked.filter(isAnswered).flatMap(({ outcome }) => outcome.rows.flat());
  return [
    ...(tables ?? []).flatMap(({ file, columns }) => [file, ...columns.map(({ label }) => label)]),
    ...new Set(cells.filter((value: Cell) => typeof value === 'string')),
  ];
}

function toPlain(markdown: string): string {
  return markdown
    .replace(/\\(.)/g, '$1')
    .replace(/[*_`|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
