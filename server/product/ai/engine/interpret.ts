import { newToken } from '#server/lib/ids.ts';
import { createWorkGate } from '#server/lib/work-gate.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import { promptWindow, thinkingFor } from '../models/roles.ts';
import { type ToolContext, ToolFailure, type ToolInput, type ToolOutput } from '../tool.ts';
import { type Action, type ActionResult, actionResult, type Role } from './action.ts';
import { countCalls } from './count-calls.ts';
import { createScreen } from './create-screen.ts';
import type { EngineEffects } from './effects.ts';
import { performAction } from './perform-action.ts';
import { reserveWritingBudget } from './reserve-writing-budget.ts';
import type { Seed, ToolSpec } from './tool-spec.ts';

/** Parallel actions by kind: enough not to wait for each, few enough not to be a burden. */
const AT_ONCE = { chat: 4, search: 2, read: 6, scan: 4, profile: 1, query: 1, picture: 1 } as const;

/** Fraction of a run's time that gathering and spare actions leave for the rest. */
const WRITING_TIME = 0.15;

export interface Interpretation<Plan, State> {
  readonly spec: ToolSpec<Plan, State>;
  readonly effects: EngineEffects;
  /** Milliseconds for the whole run. */
  readonly deadline: number;
}

/**
 * Runs a reducer's actions until it delivers: the only place for I/O, retries, budgets and the journal.
 * Journaled actions are not repeated.
 */
export async function interpret<Plan, State>(
  { spec, effects, deadline }: Interpretation<Plan, State>,
  input: ToolInput,
  context: ToolContext,
): Promise<ToolOutput> {
  const windows = windowsOf(effects);
  const version = versionFor(spec.version, windows);
  const journal = await context.journal.read(version);
  const seed: Seed = {
    today: effects.clock.now().toISOString().slice(0, 10),
    key: newToken(9),
    windows,
    checks: effects.models.checker !== null,
  };
  const screen = createScreen(context);
  const counted = countCalls({ ...context, onText: screen.write, onRestart: screen.clear });
  const writing = writingCall(spec.writing, effects);
  let state = spec.init(input, spec.plan(input), seed);
  for (;;) {
    const next = spec.next(state);
    if ('failed' in next) throw new ToolFailure(next.failed, next.because);
    if ('done' in next) {
      const { content, ...rest } = next.done;
      // Already cleaned piece by piece: cleaning the whole would remove the escapes that keep foreign addresses
      // from becoming links.
      const text = content.trim();
      // Final: a retry would fold the same journal to the same text.
      if (text === '') throw new ToolFailure('empty_answer', 'nothing is left of the text');
      screen.settle(text);
      return { ...rest, content: text, usage: counted.usage() };
    }
    const before = state;
    const results = await doTogether(
      next.do,
      async (action, signal) => {
        const known = journal.get(action.id);
        if (known !== undefined) return actionResult.parse(known);
        for (const step of spec.begins?.(before, action) ?? []) context.onStep(step);
        if (action.kind === 'chat' && action.streams) screen.begin();
        const isLeftOutLate = action.gathers || action.need === 'spare';
        const late = isLeftOutLate && context.timeLeft() < deadline * WRITING_TIME;
        const result: ActionResult = late
          ? { ok: false, why: 'time' }
          : await performAction(action, effects, {
              ...reserveWritingBudget(counted.context, action, writing),
              signal,
            });
        const lines = spec.steps(before, action, result);
        await context.journal.record({ step: action.id, version, result, lines });
        return result;
      },
      context.signal,
    );
    for (const [action, result] of results) state = spec.apply(state, action, result);
  }
}

/** Upper bound of the writing call, thinking included, which gathering must leave in the budget. */
function writingCall(planned: ToolSpec<unknown, unknown>['writing'], effects: EngineEffects) {
  const { textModel, models, windowOf } = effects;
  const model = models.writer;
  if (planned === null || textModel === null || model === null) return null;
  const { thinkingTokens } = thinkingFor('writer', { textModel, model, window: windowOf(model) });
  return { model, ...planned, maxTokens: planned.maxTokens + thinkingTokens };
}

function windowsOf({ textModel, models, windowOf }: EngineEffects): Seed['windows'] {
  const of = (role: Role): number => {
    const model = models[role];
    return model === null || textModel === null
      ? Number.POSITIVE_INFINITY
      : promptWindow(role, { textModel, model, window: windowOf(model) });
  };
  return { planner: of('planner'), reader: of('reader'), writer: of('writer'), checker: of('checker') };
}

/** Journal version: results for other context windows belong to other chunks and are not reused. */
function versionFor(version: string, windows: Seed['windows']): string {
  const small = Object.values(windows).filter(Number.isFinite);
  return small.length === 0 ? version : `${version} ${Object.values(windows).join(' ')}`;
}

/**
 * Runs actions in parallel and leaves none running. The first failure that ends the run aborts the others. A
 * failure that only has to wait starts no others, but those in flight finish and are journaled: they are paid
 * for, and would be repeated after the wait.
 */
async function doTogether(
  actions: readonly Action[],
  work: (action: Action, signal: AbortSignal) => Promise<ActionResult>,
  signal: AbortSignal,
): Promise<[Action, ActionResult][]> {
  const gate = (kind: Action['kind']) =>
    createWorkGate({ parallel: AT_ONCE[kind], waiting: Number.POSITIVE_INFINITY });
  const gates = {
    chat: gate('chat'),
    search: gate('search'),
    read: gate('read'),
    scan: gate('scan'),
    profile: gate('profile'),
    query: gate('query'),
    picture: gate('picture'),
  };
  const stop = new AbortController();
  const waits: ProviderError[] = [];
  const either = AbortSignal.any([signal, stop.signal]);
  const works = actions.map(async (action): Promise<[Action, ActionResult]> => {
    try {
      return await gates[action.kind](async () => {
        either.throwIfAborted();
        if (waits[0]) throw waits[0];
        return [action, await work(action, either)];
      });
    } catch (error) {
      if (error instanceof ProviderError && error.retryable) waits.push(error);
      else stop.abort(error);
      throw error;
    }
  });
  const ended = await Promise.allSettled(works);
  signal.throwIfAborted();
  // The action that aborted the others has the reason; theirs is just the abort.
  if (stop.signal.aborted) throw stop.signal.reason;
  if (waits[0]) throw waits[0];
  return ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
