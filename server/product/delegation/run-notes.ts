import type { RunStep } from '#domain/run-steps.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import { NOTHING_USED } from '../ai/make-call.ts';
import { type BegunCall, CallRefused, type PlannedCall, type RunJournal } from '../ai/tool.ts';
import { persist } from './persist.ts';
import { RunStop } from './run-stop.ts';
import type { HeldRun, RunStore } from './run-store.ts';

export interface RunNotesOptions {
  readonly store: Pick<
    RunStore,
    'beginCall' | 'settleCall' | 'addSteps' | 'noteGeneration' | 'readJournal' | 'recordAction'
  >;
  readonly log: Log;
  readonly run: HeldRun;
  readonly stop: AbortController;
  /** Provider calls made before. */
  readonly calls: number;
  /** Of the whole run. */
  readonly maxCalls: number;
}

/**
 * What a tool tells on its way, written behind its back: steps that come together go to the database together, so
 * that the trail costs the provider's call no time. Only the record of a call is waited for.
 */
export class RunNotes {
  calls: number;
  readonly journal: RunJournal;
  readonly #options: RunNotesOptions;
  #callId: number | null = null;
  #steps: RunStep[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Resolves when the calls that are over are settled: what they did not use pays for the next. */
  #settled: Promise<void> = Promise.resolve();

  constructor(options: RunNotesOptions) {
    this.#options = options;
    this.calls = options.calls;
    this.journal = {
      read: (version) => persist(options.log, () => options.store.readJournal(options.run, version)),
      record: (entry) => this.#record(entry),
    };
  }

  step(step: RunStep): void {
    this.#steps.push(step);
    if (this.#steps.length === 1) this.#enqueue(() => this.#writeSteps());
  }

  /** Rejects where the call must not be made. */
  async call(call: PlannedCall): Promise<BegunCall> {
    const { store, run, stop, maxCalls, log } = this.#options;
    stop.signal.throwIfAborted();
    await this.#settled;
    const planned = { ...call, key: newUuid() };
    const decision = await persist(log, () => store.beginCall(run, planned, maxCalls));
    if ('refused' in decision) {
      if (decision.refused !== 'lost') throw new CallRefused(decision.refused);
      const lost = new RunStop('lost');
      stop.abort(lost);
      throw lost;
    }
    const { callId } = decision;
    const begun: BegunCall = {
      settle: (usage) => {
        this.#enqueue(() => store.settleCall(callId, call.model, usage));
        this.#settled = this.#queue;
      },
      generation: (id) => this.#enqueue(() => store.noteGeneration(callId, id)),
    };
    // Stopped while the record was written: the call is not made, and its money is free again.
    if (stop.signal.aborted) begun.settle(NOTHING_USED);
    stop.signal.throwIfAborted();
    this.#callId = callId;
    this.calls += 1;
    return begun;
  }

  generation(id: string): void {
    const callId = this.#callId;
    if (callId !== null) this.#enqueue(() => this.#options.store.noteGeneration(callId, id));
  }

  /** Resolves when all that was told so far is written. */
  written(): Promise<void> {
    return this.#queue;
  }

  /** Awaited, and not let go when it fails: what is not on record would be made, and paid for, again. */
  async #record(entry: Parameters<RunJournal['record']>[0]): Promise<void> {
    const { store, run, stop, log } = this.#options;
    await this.written();
    const isOurs = await persist(log, () => store.recordAction(run, entry));
    if (!isOurs) stop.abort(new RunStop('lost'));
    stop.signal.throwIfAborted();
  }

  async #writeSteps(): Promise<void> {
    const { store, run, stop } = this.#options;
    const steps = this.#steps;
    this.#steps = [];
    if (!(await store.addSteps(run, steps))) stop.abort(new RunStop('lost'));
  }

  /** A step that could not be written is missing in the trail; that is no reason to drop an answer. */
  #enqueue(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(write).catch((error: unknown) => {
      this.#options.log.warn('a step of a run was not written', { run_id: this.#options.run.runId, error });
    });
  }
}
