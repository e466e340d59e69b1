import type { LanguageCode } from '#domain/languages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { Action, ActionResult, ChatAction } from '../engine/action.ts';
import type { Seed } from '../engine/tool-spec.ts';
import type { Claim } from '../evidence/claim.ts';
import { createJudge, type Judge, type JudgeOptions, type Reading } from '../evidence/judge-sentences.ts';
import { checkLanguage } from '../language/check-language.ts';
import { checkAction, toBatches, toVerdicts } from './check-action.ts';
import { CORRECT, correctAction, toCorrections } from './correct-action.ts';
import { isDoubted, type Statement, type Verdict } from './verdict.ts';

/** Progress of the second reading: part of a tool's state. */
export interface SecondReading extends Reading {
  /** Calls of each round that are done, whatever came of them. */
  readonly checked: number;
  readonly rechecked: number;
}

export const NOT_BEGUN: SecondReading = {
  verdicts: new Map(),
  corrections: null,
  again: new Map(),
  checked: 0,
  rechecked: 0,
};

/** What is read: the text as its writer left it, and what its sentences are judged by. */
export interface ReadMatter {
  readonly text: string;
  readonly options: Omit<JudgeOptions, 'language' | 'reading'> & { readonly language: LanguageCode };
  /** Claims that are shown in their reader's words, beside the text. */
  readonly notes?: readonly Claim[];
  readonly reading: SecondReading;
  readonly seed: Seed;
}

/** The statement that a note makes of its quote. */
const noteId = ({ id }: Pick<Claim, 'id'>): string => id.replace('c', 'n');

/** True if a second reader has found that a note doesn't follow from its quote, which is then shown alone. */
export const isNoteDoubted = ({ verdicts }: Reading, claim: Claim): boolean =>
  isDoubted(verdicts.get(noteId(claim)));

const CHECK = 'check:';
const RECHECK = 'recheck:';

/** True for a step of the second reading. */
export const isOfReading = ({ id }: Pick<Action, 'id'>): boolean =>
  id === CORRECT || id.startsWith(CHECK) || id.startsWith(RECHECK);

/**
 * The next calls of the second reading, none when it is over: all statements are read; those that don't hold go back
 * to their writer, once; what the writer has changed is read again.
 */
export function nextReading({ text, notes, options, reading, seed }: ReadMatter): readonly ChatAction[] {
  if (!seed.checks) return [];
  const judge = judgeOf({ options, reading });
  const first = toBatches(firstOf(judge, { text, notes }), seed);
  if (reading.checked < first.length) return remaining(CHECK, first, reading.checked, seed);
  if (reading.verdicts.size === 0) return [];
  if (reading.corrections === null) {
    const doubts = judge.doubts(text);
    return doubts.length === 0 ? [] : [correctAction(doubts, seed, options.language)];
  }
  return remaining(RECHECK, toBatches(judge.corrected(text), seed), reading.rechecked, seed);
}

const remaining = (name: string, batches: readonly Statement[][], done: number, seed: Seed): ChatAction[] =>
  batches.slice(done).map((batch, at) => checkAction(`${name}${done + at + 1}`, batch, seed));

/** Folds in one result. */
export function applyReading(matter: ReadMatter, { id }: Action, result: ActionResult): SecondReading {
  const { options, reading } = matter;
  if (id === CORRECT) {
    const corrections = [...toCorrections(result)].filter(([, text]) => isUsable(text, options.language));
    return { ...reading, corrections: new Map(corrections) };
  }
  const verdicts = toVerdicts(batchOf(matter, id), result) ?? new Map<string, Verdict>();
  return id.startsWith(CHECK)
    ? { ...reading, checked: reading.checked + 1, verdicts: new Map([...reading.verdicts, ...verdicts]) }
    : { ...reading, rechecked: reading.rechecked + 1, again: new Map([...reading.again, ...verdicts]) };
}

function isUsable(text: string, code: LanguageCode): boolean {
  const { isTold, isInLanguage } = checkLanguage(text, code);
  return !isTold || isInLanguage;
}

/** Steps for one result: who has read how much, or why nobody has. */
export function readingSteps(matter: ReadMatter, { id }: Action, result: ActionResult): RunStep[] {
  if (id === CORRECT) {
    const sent = judgeOf(matter).doubts(matter.text).length;
    const corrections = [...toCorrections(result).values()];
    const cut = corrections.filter((text) => text === '').length;
    return [{ key: 'corrected', params: { sentences: sent, corrected: corrections.length - cut, cut } }];
  }
  const batch = batchOf(matter, id);
  if (!result.ok) return [{ key: 'not_read_twice', params: { of: batch.length, why: result.why } }];
  if (result.kind !== 'chat') return [];
  const verdicts = [...(toVerdicts(batch, result)?.values() ?? [])];
  if (verdicts.length === 0)
    return [{ key: 'not_read_twice', params: { of: batch.length, why: 'unusable' } }];
  const doubted = verdicts.filter(isDoubted).length;
  const params = { model: result.model, read: verdicts.length, of: batch.length, doubted };
  return [{ key: id.startsWith(CHECK) ? 'read_twice' : 'read_corrections', params }];
}

/** Step for a text that nobody will read a second time, because there is no other model. */
export function unreadSteps({ seed, ...matter }: ReadMatter): RunStep[] {
  const of = seed.checks ? 0 : firstOf(judgeOf(matter), matter).length;
  return of === 0 ? [] : [{ key: 'not_read_twice', params: { of, why: 'none' } }];
}

/** What is read first: the statements of the text, and notes. */
const firstOf = (
  judge: Judge,
  { text, notes = [] }: { readonly text: string; readonly notes?: readonly Claim[] | undefined },
): Statement[] => [
  ...judge.statements(text),
  ...notes.map((claim) => ({ id: noteId(claim), text: claim.text, claims: [claim] })),
];

const judgeOf = ({ options, reading }: Pick<ReadMatter, 'options' | 'reading'>): Judge =>
  createJudge({ ...options, reading });

/** The statements of a call: the same whenever it is asked for, since earlier verdicts don't change them. */
function batchOf({ text, notes, options, reading, seed }: ReadMatter, id: string): readonly Statement[] {
  const judge = judgeOf({ options, reading });
  const isFirst = id.startsWith(CHECK);
  const statements = isFirst ? firstOf(judge, { text, notes }) : judge.corrected(text);
  const name = isFirst ? CHECK : RECHECK;
  return toBatches(statements, seed)[Number(id.slice(name.length)) - 1] ?? [];
}
