import type { Cell } from '#domain/analysis.ts';
import { findForeignNumber, wholeDates } from '../../evidence/numbers-in.ts';
import { plainMarkdown } from '../../evidence/plain-markdown.ts';
import { endOf, splitSentences } from '../../evidence/split-sentences.ts';
import { findAltered } from './altered-value.ts';
import { findSwap, type Piece } from './find-swap.ts';
import { type NamedValue, nameValue } from './name-values.ts';
import { type AnalysisState, isAnswered } from './state.ts';
import { withoutCopies } from './without-copies.ts';

export interface BoundText {
  /** Markdown with the values in place, `[?]` behind what is no value, and `{{chart:q2}}` in lines of their own. */
  readonly markdown: string;
  /** Numbers that are cells of results. */
  readonly bound: number;
  /** Sentences with a number that is none, or with one of another row, as plain text. */
  readonly loose: readonly string[];
  /** Sentences that were left out, because they name what does not exist. */
  readonly dropped: number;
  /** For whoever wrote it: what is wrong, in English. */
  readonly problems: readonly string[];
}

const NAME = /\{\{\s*([^{}\n]{1,200}?)\s*\}\}/g;
const FIGURE = /^(?:chart|table)\s*:\s*q\d{1,2}$/;
/** Stands for a value while sentences are told apart and numbers are looked for. */
const FIRST = 0xf0000;
const HELD = /[\u{f0000}-\u{fffff}]/gu;

/** Puts values where their names stand, and looks for every number that is no value. */
export function bindValues(text: string, state: AnalysisState): BoundText {
  const names: string[] = [];
  const figures: string[] = [];
  const held = plainMarkdown(text.replace(HELD, ''))
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    // The engine's own mark for a place.
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
    texts: [state.input.task.title, state.input.instruction ?? ''],
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
    // A heading or an item without its words is nothing.
    return body.trim() === '' ? '' : (mark + body).trimEnd();
  });
  const markdown = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { markdown, bound, loose, dropped, problems };
}

/** Null: it names a cell that there is none of. */
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

/** Names of things in the data: files, columns, and cells that are texts. */
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
