import type { Cell } from '#domain/analysis/analysis.ts';
import { mayCut } from '../../evidence/judge-sentences.ts';
import { findForeignNumber, wholeDates } from '../../evidence/numbers-in.ts';
import { plainMarkdown } from '../../evidence/plain-markdown.ts';
import { endOf, splitSentences } from '../../evidence/split-sentences.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { isDoubted } from '../../second-reader/verdict.ts';
import { findAltered } from './altered-value.ts';
import { findSwap, type Piece } from './find-swap.ts';
import { type NamedValue, nameValue } from './name-values.ts';
import { pivotedColumns } from './pivoted-columns.ts';
import { type AnalysisState, isAnswered } from './state.ts';
import { withoutCopies } from './without-copies.ts';

export interface BoundText {
  /** Markdown with the values filled in, `[?]` behind untraced numbers, and `{{chart:q2}}` on lines of its own. */
  readonly markdown: string;
  /** Numbers that are cells of results. */
  readonly bound: number;
  /** The same with texts and dates: whatever it names of the results. */
  readonly cells: number;
  /** Sentences with an untraced number, or with a number of another row, as plain text. */
  readonly loose: readonly string[];
  /** Sentences left out because they name something that doesn't exist. */
  readonly dropped: number;
  /** Errors for the writer, in English. */
  readonly problems: readonly string[];
  /** Sentences of the report as it was written. */
  readonly sentences: readonly BoundSentence[];
}

/** A sentence for a second reader. */
export interface BoundSentence {
  /** `s1`, `s2`, … by place in the text. */
  readonly id: string;
  /** With the values filled in. */
  readonly shown: string;
  /** With their names, as the writer wrote it. */
  readonly named: string;
  /** Numbers of the queries that it names cells of. */
  readonly queries: readonly number[];
  /** Code has nothing against it. */
  readonly isTraced: boolean;
}

/** A sentence as it was written, with the names of its values taken out. */
interface Bound extends Omit<BoundSentence, 'id'> {
  readonly problem: string | null;
  readonly numbers: number;
  readonly cells: number;
  /** Trailing characters. */
  readonly end: string;
}

const NAME = /\{\{\s*([^{}\n]{1,200}?)\s*\}\}/g;
const FIGURE = /^(?:chart|table)\s*:\s*q\d{1,2}$/;
/** Placeholder for a value while sentences are split and numbers are searched. */
const FIRST = 0xf0000;
const HELD = /[\u{f0000}-\u{fffff}]/gu;

/** Fills in values for their names, and finds every number that isn't one. */
export function bindValues(text: string, state: AnalysisState): BoundText {
  const { input, seed, reading } = state;
  const { language } = input;
  const names: string[] = [];
  const values: (NamedValue | null)[] = [];
  const hold = (named: string): string =>
    named.replace(NAME, (whole, name: string) => {
      if (FIGURE.test(name)) return whole;
      values.push(nameValue(name, state));
      return String.fromCodePoint(FIRST + names.push(name) - 1);
    });
  const held = hold(
    plainMarkdown(text.replace(HELD, ''))
      .replace(/^\s*(?:```|~~~).*$/gm, '')
      // The engine's own placeholder character.
      .replace(/\[figure \d+\]/g, ''),
  )
    .replace(NAME, (_whole, name: string) => `\n\n{{${name.replace(/\s/g, '')}}}\n\n`)
    .replace(/\n{3,}/g, '\n\n');
  const labels = namesOf(state);
  const copies = labels.filter((name) => /\p{Nd}/u.test(name) && /\p{L}/u.test(name));
  const known = {
    texts: ownWords(input),
    dates: wholeDates([seed.today, ...labels]),
  };
  const loose: string[] = [];
  const problems: string[] = [];
  const sentences: BoundSentence[] = [];
  let dropped = 0;
  let bound = 0;
  let cells = 0;

  /** Null: it names something that doesn't exist. */
  const bind = (sentence: string): Bound | null => {
    const pieces = takeApart(sentence, values);
    if (pieces === null) return null;
    const words = pieces.map((piece) => ('words' in piece ? piece.words : ' ')).join('');
    const shown = pieces.map((piece) => ('words' in piece ? piece.words : piece.named.text)).join('');
    const typed = findForeignNumber(withoutCopies(words, copies), known) ?? findAltered(pieces, language);
    const plain = toPlain(shown);
    const swapped = findSwap(pieces)
      ? `this sentence gives a number to another row than its own: “${plain}”`
      : null;
    const problem = typed === null ? swapped : `${typed} is typed, as or beside a number: “${plain}”`;
    const placed = pieces.flatMap((piece) =>
      'named' in piece && piece.named.place ? [piece.named.place] : [],
    );
    return {
      shown,
      named: sentence.replace(HELD, (at) => `{{${names[(at.codePointAt(0) ?? 0) - FIRST] ?? ''}}}`),
      queries: [...new Set(placed.map(({ query }) => query.n))],
      isTraced: problem === null,
      problem,
      cells: pieces.filter((piece) => 'named' in piece).length,
      numbers: pieces.filter((piece) => 'named' in piece && typeof piece.named.value === 'number').length,
      end: endOf(sentence),
    };
  };

  /** What is shown in place of a sentence that a second reader doubts, once its writer has corrected it. */
  const correctedOf = (id: string): Bound | 'cut' | null => {
    const correction = reading.corrections?.get(id);
    if (correction === undefined) return null;
    if (correction === '') return mayCut(reading) ? 'cut' : null;
    const again = bind(hold(plainMarkdown(withoutIds(correction.replace(HELD, '')))));
    // Its figures are cells, so there's nothing left that a reader could have computed.
    return again?.isTraced && reading.again.get(id)?.is === 'supported' ? again : null;
  };

  const bindSentence = (sentence: string): string => {
    const first = bind(sentence);
    if (first === null) {
      dropped += 1;
      problems.push(...unknownIn(sentence, names, values));
      return '';
    }
    const id = `s${sentences.length + 1}`;
    const { shown, named, queries, isTraced } = first;
    sentences.push({ id, shown: toPlain(shown), named: named.trim(), queries, isTraced });
    if (first.problem !== null) problems.push(first.problem);
    const isWrong = !isTraced || isDoubted(reading.verdicts.get(id));
    const corrected = isWrong ? correctedOf(id) : null;
    if (corrected === 'cut') return '';
    bound += (corrected ?? first).numbers;
    cells += (corrected ?? first).cells;
    if (corrected !== null) return corrected.shown.trimEnd() + first.end;
    if (!isWrong) return shown;
    loose.push(toPlain(shown));
    return `${shown.slice(0, shown.length - first.end.length)} [?]${first.end}`;
  };

  const lines = held.split('\n').map((line) => {
    if (/^\s*\{\{/.test(line) || /^[\s|:-]*$/.test(line)) return line;
    const { mark, sentences: split } = splitSentences(line, language);
    const body = split.map(bindSentence).join('');
    // A heading or an item without its words is empty.
    return body.trim() === '' ? '' : (mark + body).trimEnd();
  });
  const markdown = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { markdown, bound, cells, loose, dropped, problems, sentences };
}

/** Drops the ids of results that a writer repeats behind a corrected sentence. */
export const withoutIds = (sentence: string): string =>
  sentence.replace(/\[[cq\d, ]{1,200}\]\s*$/, '').trimEnd();

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
  const answered = asked.filter(isAnswered);
  const cells = answered.flatMap(({ outcome }) => [...pivotedColumns(outcome), ...outcome.rows.flat()]);
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
