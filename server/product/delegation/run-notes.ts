import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import { NOTHING_USED } from '../ai/models/make-call.ts';
import { type BegunCall, CallRefused, type PlannedCall, type RunJournal } from '../ai/tool.ts';
import { type Patience, persist } from './persist.ts';
import { RunStop } from './run-stop.ts';
import type { HeldRun, RunStore } from './run-store.ts';

export interface RunNotesOptions {
  readonly store: Pick<
    RunStore,
    'beginCall' | 'settleCall' | 'addSteps' | 'noteGeneration' | 'readJournal' | 'recordAction'
  >;
  readonly log: Log;
  readonly run: HeldRun;
  readonly type: AiTaskType;
  readonly stop: AbortController;
  /** Provider calls made before. */
  readonly calls: number;
  /** Maximum of the whole run. */
  readonly maxCalls: number;
}

interface CallOnRecord {
  readonly callId: number;
  /** Marks the call as over. */
  readonly over: () => void;
}

/**
 * Writes a tool's progress in the background: steps are batched, so that the trail doesn't delay provider
 * calls. Only the record of a call is awaited.
 */
export class RunNotes {
  calls: number;
  readonly journal: RunJournal;
  readonly #options: RunNotesOptions;
  readonly #patience: Patience;
  #steps: RunStep[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Resolves when finished calls are settled, which releases what they didn't use. */
  #settled: Promise<void> = Promise.resolve();
  /** Calls in flight. Each resolves when it is over. */
  readonly #inFlight = new Set<Promise<void>>();
  /** Serialises the recording of calls, so that each sees those before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: RunNotesOptions) {
    this.#options = options;
    this.#patience = { log: options.log, stop: options.stop.signal };
    this.calls = options.calls;
    this.journal = {
      read: (version) => persist(this.#patience, () => options.store.readJournal(options.run, version)),
      record: (entry) => this.#record(entry),
    };
  }

  step(step: RunStep): void {
    this.#steps.push(step);
    if (this.#steps.length === 1) this.#enqueue(() => this.#writeSteps());
  }

  /** Rejects if the call must not be made. */
  async call(call: PlannedCall): Promise<BegunCall> {
    const { store, stop } = this.#options;
    const { callId, over } = await this.#recordCall({ ...call, key: newUuid() });
    const begun: BegunCall = {
      over,
      settle: (usage) => {
        this.#enqueue(() => store.settleCall(callId, call.model, usage));
        this.#settled = this.#queue;
      },
      generation: (id) => this.#enqueue(() => store.noteGeneration(callId, id)),
    };
    // Stopped while recording: the call isn't made, and its reserve is released.
    if (stop.signal.aborted) {
      begun.settle(NOTHING_USED);
      over();
    }
    stop.signal.throwIfAborted();
    this.calls += 1;
    return begun;
  }

  /**
   * Retries after a call in flight ends if the budget is too low, since its unused reserve may be all that is
   * missing.
   */
  async #recordCall(planned: PlannedCall & { readonly key: string }): Promise<CallOnRecord> {
    for (;;) {
      const asked = this.#turn.then(() => this.#ask(planned));
      this.#turn = asked.catch(() => undefined);
      const answer = await asked;
      if ('callId' in answer) return answer;
      await Promise.race(answer.others);
    }
  }

  /** Records the call, or returns the calls in flight that may release money. Rejects if there are none. */
  async #ask(
    planned: PlannedCall & { readonly key: string },
  ): Promise<CallOnRecord | { readonly others: readonly Promise<void>[] }> {
    const { store, run, type, stop, maxCalls } = this.#options;
    stop.signal.throwIfAborted();
    await this.#settled;
    const others = [...this.#inFlight];
    const decision = await persist(this.#patience, () =>
      store.beginCall(run, planned, { type, calls: maxCalls }),
    );
    if ('callId' in decision) return { callId: decision.callId, over: this.#addInFlight() };
    if (decision.refused === 'run_budget' && others.length > 0) return { others };
    if (decision.refused !== 'lost') throw new CallRefused(decision.refused);
    const lost = new RunStop('lost');
    stop.abort(lost);
    throw lost;
  }

  /** Adds a call in flight, until the returned function is called. */
  #addInFlight(): () => void {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    this.#inFlight.add(isOver);
    return () => {
      this.#inFlight.delete(isOver);
      resolve();
    };
  }

  /** Resolves when all progress so far is written. */
  written(): Promise<void> {
    return this.#queue;
  }

  /** Awaited, and a failure isn't ignored: an unrecorded action would be repeated, and paid for, again. */
  async #record(entry: Parameters<RunJournal['record']>[0]): Promise<void> {
    const { store, run, stop } = this.#options;
    await this.written();
    const isOurs = await persist(this.#patience, () => store.recordAction(run, entry));
    if (!isOurs) stop.abort(new RunStop('lost'));
    stop.signal.throwIfAborted();
  }

  async #writeSteps(): Promise<void> {
    const { store, run, stop } = this.#options;
    const steps = this.#steps;
    this.#steps = [];
    if (!(await store.addSteps(run, steps))) stop.abort(new RunStop('lost'));
  }

  /** A step that can't be written is missing in the trail, which is no reason to drop an answer. */
  #enqueue(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(write).catch((error: unknown) => {
      this.#options.log.warn("couldn't record a step of a run", { run_id: this.#options.run.runId, error });
    });
  }
}
