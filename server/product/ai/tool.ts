import type { AiTaskType } from '#domain/ai-task.ts';
import type { Evidence } from '#domain/evidence.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RegionMark } from '#domain/image-region.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';

/**
 * One of the eight things that Errand can do with a task. The run worker owns the run: its state, its lease, its
 * credit, retries and deadlines. A tool owns one attempt: it talks to providers and returns what a person will read.
 * It keeps nothing between two attempts and touches no table.
 */
export interface Tool {
  readonly type: AiTaskType;
  /** `demo` results are labelled as such, and free. */
  readonly kind: 'real' | 'demo';
  /** Provider calls of one run, restarts included, where they are more than usual. */
  readonly calls?: number;
  /** Milliseconds from delegation to the end, where they are more than usual. */
  readonly deadline?: number;
  /** It looks at attached pictures, although its type does not ask for any. */
  readonly seesImages?: boolean;
  /** It reads what attached PDFs and tables say, although its type does not ask for any. */
  readonly readsTexts?: boolean;
  /** It reads PDFs whose pages are pictures. */
  readonly readsScans?: boolean;
  /** Whether the provider would refuse every call, as far as known. */
  readonly isOutOfOrder?: () => boolean;
  /**
   * Makes one attempt. Throws ToolFailure for an honest end without a result, and ProviderError, whose `kind`, `retryable` and `retryAfter` say whether and when
   * another attempt makes sense; whatever was streamed before a throw is void. Never resolves without content.
   */
  run(input: ToolInput, context: ToolContext): Promise<ToolOutput>;
}

/** All that a provider may come to see. No ids, no address, nothing of other projects: what is not here cannot leak. */
export interface ToolInput {
  readonly task: ToolTask;
  readonly project: ToolProject | null;
  /** User's wish for this run, such as "shorter". */
  readonly instruction: string | null;
  /** The answer that is being followed up. */
  readonly previousAnswer: string | null;
  /** Pages of the web that it rests on, with the words that were kept of them. Like it, never for who can search. */
  readonly earlierSources: Evidence['sources'];
  readonly language: LanguageCode;
  /** Attached files in the user's order. */
  readonly files: readonly ToolFile[];
  /** Options of the picture; null for text tools. */
  readonly image: ImageOptions | null;
  /** The part of the picture that may change; null: all of it. */
  readonly mask: readonly RegionMark[] | null;
}

/** An attached file. It was looked through when the task was handed over, but it is a stranger's all the same. */
export interface ToolFile {
  /** File name as the user knows it. For display, never a path. */
  readonly name: string;
  /** By its content, such as `application/pdf`. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Rejects when it has gone, or become another file, since the task was handed over. */
  read(): Promise<Buffer>;
}

export interface ToolTask {
  readonly title: string;
  readonly category: TaskCategory;
  readonly priority: TaskPriority;
  readonly timeframe: TaskTimeframe;
}

export interface ToolProject {
  readonly title: string;
  readonly description: string | null;
  readonly category: 'project';
  /** Titles of the project's tasks, newest first, without the delegated one. */
  readonly taskTitles: readonly string[];
}

export interface ToolContext {
  /** Aborted when the run is cancelled, past its deadline, or lost to another worker. */
  readonly signal: AbortSignal;
  /** Provider calls that this attempt may make: the run's four less those of earlier attempts. */
  readonly maxCalls: number;
  /** New text of the answer, in order, as it comes. */
  onText(delta: string): void;
  /** All text given to `onText` so far is void; what follows starts from the beginning. */
  onRestart(): void;
  onStep(step: RunStep): void;
  /** Preview of a picture: a small re-encoded JPEG. Not stored. */
  onPreview(jpeg: Buffer): void;
  /** Milliseconds until the run's deadline. */
  timeLeft(): number;
  /** Completed steps of earlier attempts. */
  readonly journal: RunJournal;
  /**
   * Awaited before each provider call, so that it is on record before money is spent. A rejection forbids the call:
   * CallRefused where the money or the calls of this step are used up.
   */
  beforeCall(call: PlannedCall): Promise<BegunCall>;
  /** The provider's own id of the call in flight, usually before its first text: what it cost can be asked with it. */
  onGenerationId(id: string): void;
}

export interface PlannedCall {
  readonly model: string;
  /** An estimate, on the high side. */
  readonly promptTokens: number;
  readonly maxTokens: number;
  /** The step that it is made for, in a tool of several: each may take four calls. */
  readonly step?: string;
  /** USD, on the high side, where that does not follow from the tokens. */
  readonly usd?: number;
  /** Reserve that the call must leave in both budgets, the run's and the day's. */
  readonly keep?: Reserve;
}

export interface Reserve {
  /** Share of the run's budget, 0 to 1. */
  readonly part: number;
  /** At least what this call costs at most. */
  readonly call?: Pick<PlannedCall, 'model' | 'promptTokens' | 'maxTokens'>;
}

/** A call that is on record. Until it is settled, all that was set aside for it counts as spent. */
export interface BegunCall {
  settle(usage: CallUsage | null): void;
  /** It is over, settled or not: another that there was no money for beside it may be asked for again. */
  over(): void;
  /** The provider's own id of it, as `onGenerationId`, for tools that make several calls at the same time. */
  generation(id: string): void;
}

export interface CallUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null when the provider did not say. */
  readonly cost: number | null;
}

/** The call must not be made. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** `calls`: of the run, or of this step. `run_budget`, `day_budget`: the money of this run, or of today. */
  readonly why: 'calls' | 'run_budget' | 'day_budget';

  constructor(why: CallRefused['why']) {
    super(`the call was refused: ${why}`);
    this.why = why;
  }
}

/** An honest end without a result; the person reads the message of the code, and has the credit back. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: RunErrorCode;

  constructor(code: RunErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Results of steps, kept over restarts, so that none that was paid for is made again. */
export interface RunJournal {
  /** By step; empty when another version of the tool has written them. */
  read(version: string): Promise<ReadonlyMap<string, unknown>>;
  /** Puts a result on record together with the lines that tell of it. */
  record(entry: { step: string; version: string; result: object; lines: readonly RunStep[] }): Promise<void>;
}

export interface ToolOutput {
  /** Markdown, cleaned, never empty. Not sanitised: the renderer does that. */
  readonly content: string;
  /** The model that really answered, as the provider named it. */
  readonly modelUsed: string;
  readonly usage: ToolUsage;
  readonly notices: readonly RunNotice[];
  /** Left out by tools that collect none. */
  readonly evidence?: Evidence;
  /** Files made beside the text. Stored by the worker for the run's owner. */
  readonly files?: readonly MadeFile[];
}

/** A file that a tool has made, decoded and checked. */
export interface MadeFile {
  /** With its extension; a browser that saves it may name it otherwise. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Pixels, of a picture. */
  readonly width?: number;
  readonly height?: number;
}

/** Summed over the calls of this attempt. */
export interface ToolUsage {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null when a provider did not say for at least one call. */
  readonly cost: number | null;
}
