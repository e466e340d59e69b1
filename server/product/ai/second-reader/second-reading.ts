import type { LanguageCode } from '#domain/languages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { Action, ActionResult, ChatAction } from '../engine/action.ts';
import type { Seed } from '../engine/tool-spec.ts';
import type { Claim } from '../evidence/claim.ts';
import { createJudge, type JudgeOptions, type Reading } from '../evidence/judge-sentences.ts';
import { stemsOf } from '../evidence/needs-source.ts';
import { checkLanguage } from '../language/check-language.ts';
import { checkAction, toBatches, toVerdicts } from './check-action.ts';
import { CORRECT, correctAction, type Doubt, sentBack, toCorrections } from './correct-action.ts';
import { POINTS, pointsAction, toCovered } from './points-action.ts';
import { isDoubted, type Statement, type Verdict } from './verdict.ts';

/** Progress of the second reading: part of a tool's state. */
export interface SecondReading extends Reading {
  /** Calls of each round that are done, whatever came of them. */
  readonly checked: number;
  readonly rechecked: number;
  /** Points that the text covers, or doesn't; null: not asked yet. */
  readonly covered: ReadonlyMap<string, boolean> | null;
}

export const NOT_BEGUN: SecondReading = {
  verdicts: new Map(),
  corrections: null,
  again: new Map(),
  checked: 0,
  rechecked: 0,
  covered: null,
};

/** What is read, and by whom it is corrected. */
export interface ReadMatter {
  /** What is read first. */
  readonly statements: () => readonly Statement[];
  /** What is wrong after the first reading. */
  readonly doubts: () => readonly Doubt[];
  /** What the writer has changed. */
  readonly corrected: () => readonly Statement[];
  /** What a correction names: quotes by id, or cells of results. */
  readonly names?: 'cells';
  /** What the person has asked for by name, and the text that should cover it. */
  readonly points: readonly string[];
  readonly text: string;
  readonly language: LanguageCode;
  readonly reading: SecondReading;
  readonly seed: Seed;
}

interface ReadText extends Pick<ReadMatter, 'reading' | 'seed' | 'points' | 'text'> {
  readonly options: Omit<JudgeOptions, 'language' | 'reading'> & { readonly language: LanguageCode };
  /** Claims that are shown in their reader's words, beside the text. */
  readonly notes?: readonly Claim[];
}

/** A text that cites claims, and what its sentences are judged by. */
export function readText({ text, options, notes = [], points, reading, seed }: ReadText) {
  const judge = createJudge({ ...options, reading });
  return {
    options,
    statements: () => [
      ...judge.statements(text),
      ...notes.map((claim) => ({ id: noteId(claim), text: claim.text, claims: [claim] })),
    ],
    doubts: () => judge.doubts(text),
    corrected: () => judge.corrected(text),
    points,
    text,
    language: options.language,
    reading,
    seed,
  };
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
  id === CORRECT || id === POINTS || id.startsWith(CHECK) || id.startsWith(RECHECK);

/**
 * The next calls of the second reading, none when it is over. All statements are read, and at the same time what the
 * text has on each point; statements that don't hold go back to their writer, once; what the writer has changed is read
 * again.
 */
export function nextReading(matter: ReadMatter): readonly ChatAction[] {
  const { reading, seed, points, text } = matter;
  if (!seed.checks) return [];
  const first = remaining(CHECK, toBatches(matter.statements(), seed), reading.checked, seed);
  const asksPoints = points.length > 0 && reading.covered === null;
  const calls = asksPoints ? [...first, pointsAction(points, text, seed)] : first;
  if (calls.length > 0) return calls;
  if (reading.verdicts.size === 0) return [];
  if (reading.corrections === null) {
    const doubts = matter.doubts();
    return doubts.length === 0 ? [] : [correctAction(doubts, matter)];
  }
  return remaining(RECHECK, toBatches(matter.corrected(), seed), reading.rechecked, seed);
}

const remaining = (name: string, batches: readonly Statement[][], done: number, seed: Seed): ChatAction[] =>
  batches.slice(done).map((batch, at) => checkAction(`${name}${done + at + 1}`, batch, seed));

/** Folds in one result. */
export function applyReading(matter: ReadMatter, { id }: Action, result: ActionResult): SecondReading {
  const { language, reading } = matter;
  if (id === POINTS) return { ...reading, covered: toCovered(matter.points, result) };
  if (id === CORRECT) {
    const corrections = new Map([...toCorrections(result)].filter(([, text]) => isUsable(text, language)));
    return { ...reading, corrections, covered: stillCovered(matter, corrections) };
  }
  const verdicts = toVerdicts(batchOf(matter, id), result) ?? new Map<string, Verdict>();
  return id.startsWith(CHECK)
    ? { ...reading, checked: reading.checked + 1, verdicts: new Map([...reading.verdicts, ...verdicts]) }
    : { ...reading, rechecked: reading.rechecked + 1, again: new Map([...reading.again, ...verdicts]) };
}

/**
 * The points without those that a sentence that is cut may have covered. Nobody asks again: what the text still says of
 * them, only its words tell.
 */
function stillCovered(
  { reading: { covered }, doubts }: ReadMatter,
  corrections: ReadonlyMap<string, string>,
): SecondReading['covered'] {
  if (covered === null) return null;
  const cut = doubts().filter(({ statement }) => corrections.get(statement.id) === '');
  const gone = new Set(cut.flatMap(({ statement }) => [...stemsOf(statement.text)]));
  const mayBeGone = (point: string): boolean => [...stemsOf(point)].some((stem) => gone.has(stem));
  return new Map([...covered].filter(([point, is]) => !is || !mayBeGone(point)));
}

function isUsable(text: string, code: LanguageCode): boolean {
  const { isTold, isInLanguage } = checkLanguage(text, code);
  return !isTold || isInLanguage;
}

/** Steps for one result: who has read how much, or why nobody has. */
export function readingSteps(matter: ReadMatter, { id }: Action, result: ActionResult): RunStep[] {
  if (id === POINTS) {
    const verdicts = [...toCovered(matter.points, result).values()];
    const covered = verdicts.filter(Boolean).length;
    if (verdicts.length === 0) return [];
    return [{ key: 'looked_for_points', params: { points: matter.points.length, covered } }];
  }
  if (id === CORRECT) {
    const doubts = matter.doubts();
    const sent = sentBack(doubts, matter.seed).length;
    const corrections = [...toCorrections(result).values()];
    const cut = corrections.filter((text) => text === '').length;
    return [
      {
        key: 'corrected',
        params: { sentences: sent, of: doubts.length, corrected: corrections.length - cut, cut },
      },
    ];
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
export function unreadSteps({ statements, seed }: ReadMatter): RunStep[] {
  const of = seed.checks ? 0 : statements().length;
  return of === 0 ? [] : [{ key: 'not_read_twice', params: { of, why: 'none' } }];
}

/** The statements of a call: the same whenever it is asked for, since earlier verdicts don't change them. */
function batchOf({ statements, corrected, seed }: ReadMatter, id: string): readonly Statement[] {
  const isFirst = id.startsWith(CHECK);
  const name = isFirst ? CHECK : RECHECK;
  return toBatches(isFirst ? statements() : corrected(), seed)[Number(id.slice(name.length)) - 1] ?? [];
}
