import { setTimeout as sleep } from 'node:timers/promises';
import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunErrorCode } from '#domain/run-messages.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tool, ToolOutput } from '../ai/tool.ts';
import type { ProductEvents } from '../events.ts';
import type { ProductLimits } from '../limits.ts';
import type { LiveTexts } from './live-texts.ts';
import { makeAttempt } from './make-attempt.ts';
import { nextStep } from './next-step.ts';
import { persist } from './persist.ts';
import { type RunContext, readRunContext } from './read-run-context.ts';
import { toRunFailure } from './run-failure.ts';
import { RunStop } from './run-stop.ts';
import type { ClaimedRun, RunStore } from './run-store.ts';

export interface PerformDeps {
  readonly database: Database;
  readonly store: RunStore;
  readonly texts: LiveTexts;
  readonly tools: ReadonlyMap<AiTaskType, Tool>;
  readonly events: ProductEvents;
  readonly limits: ProductLimits;
  readonly log: Log;
}

/**
 * Brings a claimed run to its end, or back to the queue. `stop` breaks it off; the reason says why. Rejects only
 * where nothing could be written: then the lease runs out and another worker takes the run up.
 */
export async function performRun(deps: PerformDeps, run: ClaimedRun, stop: AbortController): Promise<void> {
  if (run.timeLeft <= 0) return fail(deps, run, 'deadline');
  // Calls that are used up at this point were made by workers that did not live to see the answer.
  if (run.losses >= deps.limits.lostWorkers || run.calls >= deps.limits.providerCalls) {
    return fail(deps, run, 'interrupted');
  }
  const context = await readRunContext(deps.database, run.runId);
  if (!context) return;
  const tool = deps.tools.get(context.type);
  // The settings may have changed while it waited: a free run is not made with a paid model, nor the other way.
  if (!tool || (tool.kind === 'demo') !== context.isDemo) return fail(deps, run, 'temporarily_unavailable');
  const deadline = setTimeout(() => stop.abort(new RunStop('deadline')), run.timeLeft);
  try {
    await tryUntilDone(deps, { run, context, tool, stop });
  } finally {
    clearTimeout(deadline);
  }
}

interface Work {
  readonly run: ClaimedRun;
  readonly context: RunContext;
  readonly tool: Tool;
  readonly stop: AbortController;
}

async function tryUntilDone(deps: PerformDeps, work: Work): Promise<void> {
  const { run, stop } = work;
  const endsAt = performance.now() + run.timeLeft;
  let calls = run.calls;
  for (;;) {
    const attempt = await makeAttempt(deps, { ...work, calls });
    calls = attempt.calls;
    if (attempt.output) return finish(deps, run, attempt.output, calls);
    if (stop.signal.aborted) return settleStop(deps, run, stop.signal.reason);

    const failure = toRunFailure(attempt.error);
    if (failure.needsOperator) deps.events.operatorNeeded({ kind: failure.code, error: attempt.error });
    const timeLeft = endsAt - performance.now();
    const next = nextStep(failure, { calls, timeLeft, limits: deps.limits, random: Math.random() });
    if (next.act === 'fail') return fail(deps, run, next.code, attempt.error);
    const { code } = failure;
    if (next.act === 'release') {
      await persist(deps.log, () => deps.store.release(run, next.wait, { key: 'waiting', params: { code } }));
      return;
    }
    const seconds = Math.ceil(next.wait / 1000);
    await persist(deps.log, () => deps.store.addSteps(run, [{ key: 'retrying', params: { code, seconds } }]));
    // A stop only shortens the wait; the next attempt ends at once with its reason.
    await sleep(next.wait, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

async function finish(deps: PerformDeps, run: ClaimedRun, output: ToolOutput, calls: number): Promise<void> {
  const { runId, attempt } = run;
  const isOurs = await persist(deps.log, () => deps.store.finish(run, output));
  if (!isOurs) return deps.events.runLost({ run_id: runId, attempt });
  deps.events.runSucceeded({
    run_id: runId,
    attempt,
    model: output.modelUsed,
    calls,
    cost: output.usage.cost,
  });
}

async function fail(deps: PerformDeps, run: ClaimedRun, code: RunErrorCode, error?: unknown): Promise<void> {
  const { runId, attempt } = run;
  const isOurs = await persist(deps.log, () => deps.store.fail(run, code));
  if (!isOurs) return deps.events.runLost({ run_id: runId, attempt });
  deps.events.runFailed({ run_id: runId, attempt, code, error });
}

async function settleStop(deps: PerformDeps, run: ClaimedRun, reason: unknown): Promise<void> {
  if (!(reason instanceof RunStop)) throw reason;
  switch (reason.why) {
    case 'deadline':
      return fail(deps, run, 'deadline');
    case 'stopping':
      await persist(deps.log, () => deps.store.release(run, 0, { key: 'requeued', params: {} }));
      return;
    case 'lost':
      return deps.events.runLost({ run_id: run.runId, attempt: run.attempt });
    case 'cancelled':
      return; // Whoever cancelled it has written so.
  }
}
