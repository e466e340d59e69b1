import { z } from 'zod';
import { type LanguageCode, language } from '#domain/languages.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { ActionResult, ChatAction } from '../engine/action.ts';
import { writerAction } from '../engine/chat-actions.ts';
import type { Seed } from '../engine/tool-spec.ts';
import { cleanText } from '../language/clean-text.ts';
import { languageSentence } from '../language/language-instruction.ts';
import { answerRoom, fitting, readingRoom } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import { CELL_EXAMPLES, CORRECT_EXAMPLES } from '../prompts/examples/checking.ts';
import { frame } from '../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../prompts/show-examples.ts';
import { quoteLines } from './quote-lines.ts';
import { inItsLine, type Statement } from './verdict.ts';

const sentencesShape = z.object({ sentences: z.array(z.object({ id: z.string(), text: z.string() })) });

/** Sentences that a writer is given back: more are a text that would have to be written anew. */
const MOST_SENTENCES = 20;
const CORRECTION_TOKENS = 2_000;
/** A longer one isn't the sentence again. */
const MOST_CHARACTERS = 1_000;

/** A sentence to correct: what is wrong with it, and as it was written, with its citations. */
export interface Doubt {
  readonly statement: Statement;
  readonly why: 'contradicted' | 'not_said' | 'figure';
}

const WHY: Readonly<Record<Doubt['why'], string>> = {
  contradicted: 'the quotes say otherwise',
  not_said: 'the quotes do not say it',
  figure: 'a figure or name of it does not stand in the quotes',
};

/** Doubts that the writer is given back: the first ones, as many as it has room for. */
export const sentBack = (doubts: readonly Doubt[], { windows }: Seed): readonly Doubt[] =>
  fitting(
    doubts.slice(0, MOST_SENTENCES),
    (doubt) => estimateTokens(partsOf([doubt]).flat().join('\n')),
    readingRoom(windows.writer, answerRoom(CORRECTION_TOKENS, windows.writer)),
  );

/**
 * Gives the doubted sentences back to the writer, once. It sees them and their quotes, and nothing of the person's.
 * Without thinking: what a sentence should say stands beside it, it is read again, and the person waits.
 */
export function correctAction(
  doubts: readonly Doubt[],
  {
    seed,
    language: code,
    names,
  }: { readonly seed: Seed; readonly language: LanguageCode; readonly names?: 'cells' },
): ChatAction {
  const { key } = seed;
  const { englishName } = language(code);
  const rules = `Correct sentences that their quotes don't bear out, so that each says just what they say.

- "text": the sentence again in ${englishName}, or "" if nothing is left to say. ${names === 'cells' ? BY_CELL : BY_QUOTE}
- "id": its id. A heading stays short; a table row keeps its bars (|).
${materialRule(key)}
${JSON_ALONE}

${showExamples(names === 'cells' ? CELL_EXAMPLES : CORRECT_EXAMPLES)}`;
  const [quotes, sentences] = partsOf(sentBack(doubts, seed));
  return {
    ...writerAction({
      rules,
      ask: [
        frame('quotes', key, quotes),
        '',
        frame('sentences', key, sentences),
        '',
        languageSentence(code),
      ].join('\n'),
      maxTokens: answerRoom(CORRECTION_TOKENS, seed.windows.writer),
      temperature: 0.3,
    }),
    id: CORRECT,
    need: 'spare',
    effort: 'none',
    shape: { name: 'corrections', schema: sentencesShape },
  };
}

const BY_QUOTE =
  'It ends with the ids of its quotes, [c1] or [c1, c4]. Figures and names are as the quotes write them. What stands beside {braces} is said again as it is, without braces.';
/** As in the rules of a report of an analysis. */
const BY_CELL =
  'Each of its numbers is the name of a cell, {{q2.r1.total}}, with what stands behind its bar, and never typed. It has no ids in brackets.';

/** Step that corrects doubted sentences. */
export const CORRECT = 'correct';

/** Reads the corrections, by statement; an empty one cuts its sentence. The ids are checked by whoever uses them. */
export function toCorrections(result: ActionResult): ReadonlyMap<string, string> {
  if (!result.ok || result.kind !== 'chat') return new Map();
  const { sentences } = sentencesShape.parse(result.value);
  return new Map(
    sentences
      .map(({ id, text }): [string, string] => [id, oneLine(cleanText(text))])
      .filter(([, text]) => text.length <= MOST_CHARACTERS),
  );
}

function partsOf(doubts: readonly Doubt[]): [quotes: string[], sentences: string[]] {
  return [
    quoteLines(doubts.map(({ statement }) => statement)),
    doubts.map(
      ({ statement, why }) =>
        `[${statement.id}] ${oneLine(inItsLine(statement))} [${statement.claims.map(({ id }) => id).join(', ')}] (${WHY[why]})`,
    ),
  ];
}
