import type { AiTaskType } from '#domain/ai-task.ts';
import type { Log } from '#server/lib/log.ts';

import { type KeptOutput, keepContract } from '../ai/contract/keep-contract.ts';
import { type MayAsk, type Tool, type ToolContext, ToolFailure, type ToolInput } from '../ai/tool.ts';

import type { LiveText, LiveTexts } from './live-texts.ts';
import type { RunCredit } from './run-credit.ts';
import { RunNotes } from './run-notes.ts';
import { RunStop } from './run-stop.ts';
import type { ClaimedRun, RunStore } from './run-store.ts';

interface Attempt {
  /** Null if it failed with `error`, or was stopped. */
  readonly output: KeptOutput | null;
  readonly error: unknown;
  /** Provider calls of the run so far, including this attempt's. */
  readonly calls: number;
}

interface AttemptDeps {
  readonly store: RunStore;
  readonly texts: LiveTexts;
  readonly log: Log;
}

interface AttemptWork {
  readonly run: ClaimedRun;
  readonly type: AiTaskType;
  readonly taskId: string;
  readonly input: ToolInput;
  readonly tool: Tool;
  readonly credit: RunCredit;
  readonly stop: AbortController;
  readonly calls: number;
  /** Maximum provider calls of the run. */
  readonly maxCalls: number;
  /** The run's deadline, by `performance.now()`. */
  readonly endsAt: number;
}

/** Makes one attempt with a tool, and forwards its output to database and clients. Never rejects. */
export async function makeAttempt(deps: AttemptDeps, work: AttemptWork): Promise<Attempt> {
  const { run, taskId, input, tool, stop } = work;
  const live = deps.texts.open({ ...run, taskId });
  const notes = new RunNotes({ ...deps, ...work });
  try {
    stop.signal.throwIfAborted();
    const made = await Promise.race([
      tool.run(input, toolContext(live, notes, work)),
      whenAborted(stop.signal),
    ]);
    const output = keepContract(input.contract, made, input.task);
    live.flush();
    await notes.written();
    return { output, error: null, calls: notes.calls };
  } catch (error) {
    await notes.written();
    return { output: null, error, calls: notes.calls };
  } finally {
    live.close();
  }
}

/** A tool that ignores its signal must not keep a run alive past its deadline. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function toolContext(live: LiveText, notes: RunNotes, work: AttemptWork): ToolContext {
  return {
    signal: work.stop.signal,
    timeLeft: () => work.endsAt - performance.now(),
    mayAsk: work.credit.isDue() ? mayAsk(work) : null,
    journal: notes.journal,
    onText: (delta) => live.push(delta),
    onRestart: () => live.restart(),
    onStep: (step) => notes.step(step),
    onPreview: (jpeg) => live.preview(jpeg),
    beforeCall: (call) => notes.call(call),
  };
}

const mayAsk = ({ credit, stop }: AttemptWork): MayAsk => ({
  async proceed() {
    const outcome = await credit.take();
    if (outcome === 'no_credits') throw new ToolFailure('no_credits', 'the last credit was used elsewhere');
    if (outcome === 'lost') stop.abort(new RunStop('lost'));
    stop.signal.throwIfAborted();
  },
});
