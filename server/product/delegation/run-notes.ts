import type { RunStep } from '#domain/run-steps.ts';
import type { Log } from '#server/lib/log.ts';
import type { PlannedCall } from '../ai/tool.ts';
import { RunStop } from './run-stop.ts';
import type { HeldRun, RunStore } from './run-store.ts';

export interface RunNotesOptions {
  readonly store: RunStore;
  readonly log: Log;
  readonly run: HeldRun;
  readonly stop: AbortController;
  /** Provider calls made before. */
  readonly calls: number;
  readonly maxCalls: number;
}

/**
 * What a tool tells on its way, written behind its back: steps that come together go to the database together, so
 * that the trail costs the provider's call no time. Only the record of a call is waited for.
 */
export class RunNotes {
  calls: number;
  readonly #options: RunNotesOptions;
  #callId: number | null = null;
  #steps: RunStep[] = [];
  #queue: Promise<void> = Promise.resolve();

  constructor(options: RunNotesOptions) {
    this.#options = options;
    this.calls = options.calls;
  }

  step(step: RunStep): void {
    this.#steps.push(step);
    if (this.#steps.length === 1) this.#enqueue(() => this.#writeSteps());
  }

  /** Rejects where the call must not be made. */
  async call(call: PlannedCall): Promise<void> {
    const { store, run, stop, maxCalls } = this.#options;
    stop.signal.throwIfAborted();
    this.#callId = await store.beginCall(run, call);
    if (this.#callId === null) {
      if (this.calls >= maxCalls) throw new Error('the provider calls of this run are used up');
      stop.abort(new RunStop('lost'));
    }
    // Stopped while the record was written: the call is not made.
    stop.signal.throwIfAborted();
    this.calls += 1;
  }

  generation(id: string): void {
    const callId = this.#callId;
    if (callId !== null) this.#enqueue(() => this.#options.store.noteGeneration(callId, id));
  }

  /** Resolves when all that was told so far is written. */
  written(): Promise<void> {
    return this.#queue;
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
