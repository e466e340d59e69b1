import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { PageFailure } from '#server/providers/page-reader/page-reader.ts';
import { type Action, type ActionResult, isOutOfMeans, isOutOfMoney, limitMet } from '../engine/action.ts';
import { providerFailureAmong } from '../engine/failure-codes.ts';
import type { Next } from '../engine/tool-spec.ts';
import { readingStep } from './actions.ts';
import type { Candidate } from './sources.ts';

/** A failed action: what it was for, and the reason. */
export interface Failure {
  readonly of: 'hits' | 'page' | 'named page' | 'words';
  readonly why: string;
}

export interface Failures {
  readonly failures: readonly Failure[];
  /** Queries skipped for lack of money. */
  readonly unsearched: readonly string[];
  readonly isOutOfMeans: boolean;
  /** Pages found by the searches. */
  readonly candidates: readonly Candidate[];
  /** Candidates requested so far. */
  readonly asked: number;
  /** Pages that a reader has processed, with or without claims. */
  readonly readThrough: number;
}

/**
 * Records a failure, and whether the budget is used up. A search that would leave no money for reading is
 * skipped, and what others found is still read.
 */
export function withFailure<State extends Failures>(
  state: State,
  action: Action,
  result: ActionResult,
): State {
  const isReadThrough = action.kind === 'chat' && action.role === 'reader' && result.ok;
  const isUnsearched = action.kind === 'search' && isOutOfMoney(result);
  return {
    ...state,
    unsearched: isUnsearched ? [...state.unsearched, action.query] : state.unsearched,
    isOutOfMeans: state.isOutOfMeans || (isOutOfMeans(result) && !isUnsearched),
    readThrough: state.readThrough + (isReadThrough ? 1 : 0),
    failures: result.ok
      ? state.failures
      : [...state.failures, { of: wantedBy(action, state), why: result.why }],
  };
}

function wantedBy(action: Action, { candidates }: Pick<Failures, 'candidates'>): Failure['of'] {
  if (action.kind === 'search') return 'hits';
  const typed = candidates.filter(({ isTyped }) => isTyped);
  // A single unreachable address may be a typo.
  if (action.kind === 'read' && typed.some((each) => readingStep(each) === action.id)) return 'named page';
  return action.kind === 'read' || (action.kind === 'chat' && action.role === 'reader') ? 'page' : 'words';
}

/** Ends the run without a result, with the failure or the lack of sources as reason. */
export function nothingFound(state: Failures): Next {
  const { isOutOfMeans: isSpent, readThrough } = state;
  const failures = state.failures.map(({ why }) => why);
  const isNothingNamed = state.candidates.every(({ isTyped }) => isTyped);
  const limit = isSpent || isNothingNamed ? limitMet(failures) : null;
  if (limit !== null) return { failed: limit, because: 'no money to gather' };
  if (isSpent) return { failed: 'deadline', because: 'no time to gather' };
  const service = readThrough === 0 ? serviceFailureAmong(state.failures) : null;
  if (service !== null) return { failed: service, because: `no page was read: ${failures.join(', ')}` };
  if (isNothingNamed && state.failures.some(({ of }) => of === 'hits')) {
    return { failed: 'search_failed', because: `every search failed: ${failures.join(', ')}` };
  }
  const away = reasonOf('page', state.failures, state.asked);
  return { failed: away ?? 'no_sources', because: 'nothing was found that can be quoted' };
}

/** Failures that only an operator can fix, which a search failure would hide. */
const OPERATORS: readonly RunErrorCode[] = ['temporarily_unavailable', 'not_set_up'];

/** The service at fault: the AI if a call to it failed; else the search, unless only an operator can fix it. */
function serviceFailureAmong(failures: readonly Failure[]): RunErrorCode | null {
  const whys = (those: readonly Failure[]): string[] => those.map(({ why }) => why);
  const ofAi = providerFailureAmong(whys(failures.filter(({ of }) => of !== 'hits')));
  if (ofAi !== null) return ofAi;
  const ofSearch = providerFailureAmong(whys(failures));
  return ofSearch === null || OPERATORS.includes(ofSearch) ? ofSearch : 'search_failed';
}

/** Transient reasons: the page exists, but couldn't be fetched. */
const AWAY: readonly string[] = ['unreachable', 'slow'] satisfies readonly PageFailure[];

/**
 * Ends the run because too little was found. The reason is whatever kept it from finding more, if the budget
 * ran out or at least half of the searches (`searched` in total) or pages were lost to it.
 */
export function tooLittleFound(state: Failures, searched: number, because: string): Next {
  const { failures, isOutOfMeans: isSpent, asked } = state;
  if (isSpent) return { failed: limitMet(failures.map(({ why }) => why)) ?? 'deadline', because };
  const failed =
    reasonOf('hits', failures, searched) ?? reasonOf('page', failures, asked) ?? ('no_sources' as const);
  return { failed, because };
}

function reasonOf(of: Failure['of'], failures: readonly Failure[], all: number): RunErrorCode | null {
  const ofThese = failures.filter((each) => each.of === of);
  const lost = ofThese.map(({ why }) => why);
  const told = lost.filter((why) => AWAY.includes(why) || limitMet([why]) || providerFailureAmong([why]));
  if (told.length === 0 || told.length < all / 2) return null;
  return limitMet(told) ?? serviceFailureAmong(ofThese) ?? (of === 'hits' ? 'search_failed' : 'pages_away');
}
