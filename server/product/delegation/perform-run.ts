import { setTimeout as sleep } from 'node:timers/promises';
import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunFile } from '#domain/rows/response-row.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { Log } from '#server/lib/log.ts';
import { type Database, DatabaseError } from '#server/platform/db/database.ts';
import type { KeptOutput } from '../ai/contract/keep-contract.ts';
import { SILENT_CALLS } from '../ai/models/make-call.ts';
import { CallRefused, QuestionsRaised, type Tool, type ToolInput } from '../ai/tool.ts';
import type { ProductEvents } from '../events.ts';
import type { RunFiles } from '../files/run-files.ts';
import type { ProductLimits } from '../limits.ts';
import type { LiveTexts } from './live-texts.ts';
import { makeAttempt } from './make-attempt.ts';
import { nextStep } from './next-step.ts';
import { type Patience, persist } from './persist.ts';
import { readRunContext } from './read-run-context.ts';
import { type RunCredit, runCredit } from './run-credit.ts';
import { type RunFailure, toRunFailure } from './run-failure.ts';
import { RunStop } from './run-stop.ts';
import type { ClaimedRun, RunStore } from './run-store.ts';

export interface PerformDeps {
  readonly database: Database;
  readonly store: RunStore;
  readonly texts: LiveTexts;
  readonly tools: ReadonlyMap<AiTaskType, Tool>;
  readonly runFiles: RunFiles;
  readonly events: ProductEvents;
  readonly limits: ProductLimits;
  readonly log: Log;
}

/**
 * Brings a claimed run to its end, or back to the queue. `stop` aborts it, with the reason. Rejects only if
 * nothing could be written: then the lease expires and another worker resumes the run.
 */
export async function performRun(deps: PerformDeps, run: ClaimedRun, stop: AbortController): Promise<void> {
  const deadline = setTimeout(() => stop.abort(new RunStop('deadline')), Math.max(0, run.timeLeft));
  const endsAt = performance.now() + run.timeLeft;
  try {
    await perform(deps, { run, stop, endsAt });
  } finally {
    clearTimeout(deadline);
  }
}

interface TimedRun {
  readonly run: ClaimedRun;
  readonly stop: AbortController;
  /** Its deadline, by `performance.now()`. */
  readonly endsAt: number;
}

async function perform(deps: PerformDeps, timed: TimedRun): Promise<void> {
  const { run, stop } = timed;
  const patience = { log: deps.log, stop: stop.signal };
  const context = await persist(patience, () => readRunContext(deps.database, run.runId));
  if (!context) return;
  const credit = runCredit(deps, run, context.isUnpaid, patience);
  const typed = { run, type: context.type, isDemo: context.isDemo, credit, patience };
  if (run.timeLeft <= 0) return fail(deps, typed, 'deadline');
  if (run.kills || run.losses >= deps.limits.lostWorkers) return fail(deps, typed, 'interrupted');
  const tool = deps.tools.get(context.type);
  // The settings may have changed while it waited: a free run must not use a paid model, nor the reverse.
  if (!tool || (tool.kind === 'demo') !== context.isDemo) return fail(deps, typed, 'temporarily_unavailable');
  const mayAsk = context.isUnpaid && tool.asks === true && !context.hasAsked;
  if (context.isUnpaid && !mayAsk) {
    if (await takeCredit(deps, typed)) await perform(deps, timed);
    return;
  }
  // The call that asks comes on top.
  const maxCalls = (tool.calls ?? deps.limits.providerCalls) + Number(mayAsk);
  // Calls used up by now were made by workers that died before the response.
  if (run.calls >= maxCalls) return fail(deps, typed, 'interrupted');
  const input = { ...context.input, files: deps.runFiles.open(context.attachments) };
  await tryUntilDone(deps, { ...typed, ...timed, taskId: context.taskId, input, tool, maxCalls });
}

/** Input for the wording and the count of a failure. */
interface TypedRun {
  readonly run: ClaimedRun;
  readonly type: AiTaskType;
  /** Costs no credit. */
  readonly isDemo: boolean;
  readonly credit: RunCredit;
  readonly patience: Patience;
}

/** Takes the credit of a run that has asked, or can't any more. Its answers, or their defaults, are on record then. */
async function takeCredit(deps: PerformDeps, typed: TypedRun): Promise<boolean> {
  const { run, credit } = typed;
  const outcome = await credit.take();
  if (outcome === 'no_credits') await fail(deps, typed, 'no_credits');
  if (outcome === 'lost') deps.events.runLost({ run_id: run.runId, attempt: run.attempt });
  return outcome === 'paid';
}

interface Work extends TypedRun, TimedRun {
  readonly taskId: string;
  readonly input: ToolInput;
  readonly tool: Tool;
  readonly maxCalls: number;
}

async function tryUntilDone(deps: PerformDeps, work: Work): Promise<void> {
  const { run, stop, maxCalls, endsAt, patience } = work;
  let calls = run.calls;
  let earlier: RunFailure | null = null;
  let silences = 0;
  for (;;) {
    const attempt = await makeAttempt(deps, { ...work, calls });
    calls = attempt.calls;
    if (attempt.output) return finish(deps, work, attempt.output, calls);
    if (stop.signal.aborted) return settleStop(deps, work, stop.signal.reason);
    if (attempt.error instanceof QuestionsRaised) return askPerson(deps, work, attempt.error);

    const refusal = attempt.error instanceof CallRefused;
    // Running out of calls or money for a retry isn't why the run failed.
    const read = refusal && earlier ? { ...earlier, retryable: false } : toRunFailure(attempt.error);
    if (read.isSilence) silences += 1;
    const failure: RunFailure = silences >= SILENT_CALLS ? { ...read, retryable: false } : read;
    earlier = failure;
    if (failure.needsOperator) deps.events.operatorNeeded({ kind: failure.code, error: attempt.error });
    const timeLeft = endsAt - performance.now();
    const next = nextStep(failure, { calls, maxCalls, timeLeft, limits: deps.limits, random: Math.random() });
    if (next.act === 'fail') return fail(deps, work, next.code, attempt.error);
    const { code } = failure;
    if (next.act === 'release') {
      await persist(patience, () => deps.store.release(run, next.wait, { key: 'waiting', params: { code } }));
      return;
    }
    const seconds = Math.ceil(next.wait / 1000);
    await persist(patience, () => deps.store.addSteps(run, [{ key: 'retrying', params: { code, seconds } }]));
    // An abort only shortens the wait; the next attempt ends at once with its reason.
    await sleep(next.wait, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

async function askPerson(deps: PerformDeps, work: Work, { questions }: QuestionsRaised): Promise<void> {
  const { runId, attempt } = work.run;
  const isOurs = await persist(work.patience, () => deps.store.askPerson(work.run, questions));
  if (!isOurs) return deps.events.runLost({ run_id: runId, attempt });
  deps.events.runAsked({ ...namesOf(work), questions: questions.length });
}

async function finish(deps: PerformDeps, work: Work, output: KeptOutput, calls: number): Promise<void> {
  const { run } = work;
  const { runId, attempt } = run;
  let files: readonly RunFile[] = [];
  let isOurs: boolean;
  try {
    files = await deps.runFiles.keep(run.userId, output.files ?? [], (write) =>
      persist(work.patience, write),
    );
    isOurs = await persist(work.patience, () =>
      deps.store.finish(run, { ...output, title: work.input.task.title }, files),
    );
  } catch (error) {
    // An unavailable database leaves the run to its lease. One that will never accept this answer must not: the
    // run would be repeated, and paid for, again and again.
    if (error instanceof DatabaseError && !isRefused(error)) throw error;
    await deps.runFiles.drop(files);
    return fail(deps, work, 'internal', error);
  }
  if (!isOurs) {
    await deps.runFiles.drop(await deps.store.ownerless(files));
    return deps.events.runLost({ run_id: runId, attempt });
  }
  deps.events.runSucceeded({
    ...namesOf(work),
    attempt,
    model: output.modelUsed,
    calls,
    cost: output.usage.cost,
  });
}

/** Data exceptions and constraint violations. */
const isRefused = ({ code }: DatabaseError): boolean => /^2[23]/.test(code);

async function fail(deps: PerformDeps, failed: TypedRun, code: RunErrorCode, error?: unknown): Promise<void> {
  const { run, type, patience } = failed;
  const { runId, attempt } = run;
  const isOurs = await persist(patience, () => deps.store.fail(run, code, type));
  if (!isOurs) return deps.events.runLost({ run_id: runId, attempt });
  deps.events.runFailed({ ...namesOf(failed), attempt, code, error });
}

function namesOf({ run, type, isDemo, credit }: TypedRun) {
  return { run_id: run.runId, ai_task_type: type, is_demo: isDemo, is_unpaid: credit.isDue() };
}

async function settleStop(deps: PerformDeps, stopped: TypedRun, reason: unknown): Promise<void> {
  const { run, patience } = stopped;
  if (!(reason instanceof RunStop)) throw reason;
  switch (reason.why) {
    case 'deadline':
      return fail(deps, stopped, 'deadline');
    case 'stopping':
      await persist(patience, () => deps.store.release(run, 0, { key: 'requeued', params: {} }));
      return;
    case 'lost':
      return deps.events.runLost({ run_id: run.runId, attempt: run.attempt });
    case 'cancelled':
      return; // cancel-run has recorded the end
  }
}
