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
import { addUp, measure, type Spent, spentOf } from './spending.ts';
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
  const spending = addUp((action) => spec.isOfReading?.(action) === true);
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
      for (const step of spending.steps()) context.onStep(step);
      return { ...rest, content: text, usage: counted.usage() };
    }
    const before = state;
    const results = await doTogether(
      next.do,
      async (action, signal) => {
        const known = journal.get(action.id);
        if (known !== undefined) return { result: actionResult.parse(known), spent: spentOf(known) };
        for (const step of spec.begins?.(before, action) ?? []) context.onStep(step);
        if (action.kind === 'chat' && action.streams) screen.begin();
        const isLeftOutLate = action.gathers || action.need === 'spare';
        const late = isLeftOutLate && context.timeLeft() < deadline * WRITING_TIME;
        const done: Done = late
          ? { result: { ok: false, why: 'time' }, spent: { usd: 0, ms: 0 } }
          : await measure(counted.context, (context) =>
              performAction(action, effects, { ...reserveWritingBudget(context, action, writing), signal }),
            );
        const { result, spent } = done;
        const lines = spec.steps(before, action, result);
        await context.journal.record({ step: action.id, version, result: { ...result, spent }, lines });
        return done;
      },
      context.signal,
    );
    spending.add(results.map(([action, { spent }]) => [action, spent]));
    for (const [action, { result }] of results) state = spec.apply(state, action, result);
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
  return {
    planner: of('planner'),
    reader: of('reader'),
    writer: of('writer'),
    checker: of('checker'),
    viewer: of('viewer'),
  };
}

/** Journal version: results for other context windows belong to other chunks and are not reused. */
function versionFor(version: string, windows: Seed['windows']): string {
  const small = Object.values(windows).filter(Number.isFinite);
  return small.length === 0 ? version : `${version} ${Object.values(windows).join(' ')}`;
}

/** An action's result, and what it took. */
interface Done {
  readonly result: ActionResult;
  readonly spent: Spent;
}

/**
 * Runs actions in parallel and leaves none running. The first failure that ends the run aborts the others. A
 * failure that only has to wait starts no others, but those in flight finish and are journaled: they are paid
 * for, and would be repeated after the wait.
 */
async function doTogether(
  actions: readonly Action[],
  work: (action: Action, signal: AbortSignal) => Promise<Done>,
  signal: AbortSignal,
): Promise<[Action, Done][]> {
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
  const works = actions.map(async (action): Promise<[Action, Done]> => {
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
