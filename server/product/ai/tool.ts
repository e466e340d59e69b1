import type { AboutTone, AboutUnits } from '#domain/about-me.ts';
import type { AiTaskType, ToolLack } from '#domain/ai-task.ts';
import type { RunContract } from '#domain/contract/run-contract.ts';
import type { Evidence } from '#domain/evidence.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { RegionMark } from '#domain/image-region.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { RunAnswer, RunQuestion } from '#domain/run/questions.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';

/**
 * One of the eight things that Errand can do with a task. The run worker owns the run: its state, lease,
 * credit, retries and deadlines. A tool owns one attempt: it calls providers and returns the result. It keeps
 * no state between attempts and accesses no table.
 */
export interface Tool {
  readonly type: AiTaskType;
  /** `demo` results are labelled as such, and free. */
  readonly kind: 'real' | 'demo';
  /** Provider calls of one run, restarts included, if more than usual. */
  readonly calls?: number;
  /** Milliseconds from delegation to the end, if more than usual. */
  readonly deadline?: number;
  /** Reads attached pictures, although its type doesn't require any. */
  readonly seesImages?: boolean;
  /** Reads the text of attached PDFs and tables, although its type doesn't require any. */
  readonly readsTexts?: boolean;
  /** Reads scanned PDFs. */
  readonly readsScans?: boolean;
  /** The last page of a PDF that a run reads for its money. `tokens`: of each page; 0 for one without text. */
  readonly lastPage?: (tokens: readonly number[], money: Money) => number;
  /** Asks what is missing where `ToolContext.mayAsk` lets it. */
  readonly asks?: true;
  /** What it lacks at the moment, so that every run would fail, as far as known. Null: nothing. */
  readonly lacks?: () => ToolLack | null;
  /**
   * Makes one attempt. Throws ToolFailure to end without a result, and ProviderError, whose `kind`, `retryable`
   * and `retryAfter` say whether and when to retry; text streamed before a throw is void. Never resolves
   * without content.
   */
  run(input: ToolInput, context: ToolContext): Promise<ToolOutput>;
}

/**
 * Everything that a provider may see. No ids, no email address, nothing of other projects: what isn't here
 * can't leak.
 */
export interface ToolInput {
  readonly task: ToolTask;
  readonly project: ToolProject | null;
  /** The person, as of the delegation. Null: nothing is said, the person keeps it back, or the tool makes images. */
  readonly about: ToolAbout | null;
  /** What the user adds to the task, such as "for four people". */
  readonly wish: string | null;
  /** The run's own questions, with what the person said or what is assumed. Empty: nothing was asked. */
  readonly answers: readonly RunAnswer[];
  /** User's change to the answer that is followed up, such as "shorter". */
  readonly instruction: string | null;
  /** The answer that is followed up. */
  readonly previousAnswer: string | null;
  /**
   * Its web sources, with their stored quotes. Never shown to a model that can search, like the answer itself.
   */
  readonly earlierSources: Evidence['sources'];
  readonly language: LanguageCode;
  /** What was promised. Null: nothing, as in the demo and in runs of before. */
  readonly contract: RunContract | null;
  /** Attached files in the user's order. */
  readonly files: readonly ToolFile[];
  /** Brief of the picture by the user, used as it is; null: one is written, if a model is there. */
  readonly brief: string | null;
  /** Options of the picture; null for text tools. */
  readonly image: ImageOptions | null;
  /** Part of the picture that may change; null for all of it. */
  readonly mask: readonly RegionMark[] | null;
}

/** An attached file. Inspected when the task was delegated, but untrusted all the same. */
export interface ToolFile {
  /** File name as the user knows it. For display, never a path. */
  readonly name: string;
  /** Detected by content, such as `application/pdf`. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** How many pages of a PDF are images or blank. Omitted: none. */
  readonly scans?: number | undefined;
  /** Rejects if it was deleted or replaced since the task was delegated. */
  read(): Promise<Buffer>;
}

export interface ToolTask {
  readonly title: string;
  /** The person's notes as of the delegation; empty for none. */
  readonly notes: string;
  readonly category: TaskCategory;
  readonly priority: TaskPriority;
  readonly timeframe: TaskTimeframe;
  /** The day that the timeframe meant, such as `2026-11-28`; null for the future. */
  readonly dueOn?: string | null;
}

export interface ToolProject {
  readonly title: string;
  readonly description: string | null;
  readonly category: 'project';
  /** Titles of the project's tasks, newest first, without the delegated one. */
  readonly taskTitles: readonly string[];
}

/** What a person says about themselves for all tasks. Null, or empty: not said. */
export interface ToolAbout {
  /** ISO 3166-1 code. */
  readonly country: string | null;
  /** ISO 4217 code. */
  readonly currency: string | null;
  readonly units: AboutUnits | null;
  readonly tone: AboutTone | null;
  readonly facts: string;
}

export interface ToolContext {
  /** Aborted when the run is cancelled, past its deadline, or lost to another worker. */
  readonly signal: AbortSignal;
  /** New text of the answer, in order, as it arrives. */
  onText(delta: string): void;
  /** Discards all text passed to `onText` so far; the answer starts over. */
  onRestart(): void;
  onStep(step: RunStep): void;
  /** Preview of a picture: a small re-encoded JPEG. Not stored. */
  onPreview(jpeg: Buffer): void;
  /** Milliseconds until the run's deadline. */
  timeLeft(): number;
  /** Set while the run may still ask and has no credit. */
  readonly mayAsk?: MayAsk | null;
  /** Completed steps of earlier attempts. */
  readonly journal: RunJournal;
  /**
   * Awaited before each provider call, so that it is recorded before money is spent. A rejection forbids the
   * call: CallRefused if the budget or the calls of this step are used up.
   */
  beforeCall(call: PlannedCall): Promise<BegunCall>;
}

export interface MayAsk {
  /** Goes on without asking: takes the credit. Rejects if there is none, or if the run is lost. */
  proceed(): Promise<void>;
}

export interface PlannedCall {
  readonly model: string;
  /** Upper estimate. */
  readonly promptTokens: number;
  readonly maxTokens: number;
  /** Step of a multi-step tool; each may make four calls. */
  readonly step?: string;
  /** Upper bound in USD, if it doesn't follow from the tokens. */
  readonly usd?: number;
  /** Reserve that the call must leave in both budgets, the run's and the day's. */
  readonly keep?: Reserve;
}

/** What a run may cost in USD, and what a call costs at most. Null: no limit. */
export interface Money {
  readonly usd: number | null;
  readonly worstCost: (call: PlannedCall) => number;
}

export interface Reserve {
  /** Share of the run's budget, 0 to 1. */
  readonly part: number;
  /** At least the maximum cost of this call. */
  readonly call?: Pick<PlannedCall, 'model' | 'promptTokens' | 'maxTokens'>;
}

/** A recorded call. Until it is settled, its whole reserve counts as spent. */
export interface BegunCall {
  settle(usage: CallUsage | null): void;
  /** Ends the call, settled or not: another that lacked money beside it may be requested again. */
  over(): void;
  /** Provider's id of this call, usually before its first text; its cost can be queried by it. */
  generation(id: string): void;
}

export interface CallUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In USD; null if the provider didn't report it. */
  readonly cost: number | null;
}

/** The call must not be made. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** `calls`: limit of the run, or of this step. `run_budget`, `day_budget`: money of this run, or of today. */
  readonly why: 'calls' | 'run_budget' | 'day_budget';

  constructor(why: CallRefused['why']) {
    super(`the call was refused: ${why}`);
    this.why = why;
  }
}

/** Ends the run without a result; the person sees the code's message and is refunded. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly code: RunErrorCode;

  constructor(code: RunErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Ends the attempt: the run waits for answers, without a credit. */
export class QuestionsRaised extends Error {
  override readonly name = 'QuestionsRaised';
  readonly questions: readonly RunQuestion[];

  constructor(questions: readonly RunQuestion[]) {
    super(`${questions.length} questions before the task is begun`);
    this.questions = questions;
  }
}

/** Results of steps, kept over restarts, so that nothing paid for is repeated. */
export interface RunJournal {
  /** By step; empty if another version of the tool wrote them. */
  read(version: string): Promise<ReadonlyMap<string, unknown>>;
  /** Stores a result together with its events. */
  record(entry: { step: string; version: string; result: object; lines: readonly RunStep[] }): Promise<void>;
}

export interface ToolOutput {
  /** Markdown, cleaned, never empty. Not sanitised: the renderer does that. */
  readonly content: string;
  /** The part of it that a model has written, if code has added lists. Omitted: all of it. */
  readonly written?: string;
  /** Claims, or cells and figures of results, that its text itself names. Omitted: as many as its evidence has sources. */
  readonly restsOn?: number;
  /** Names of the files that it was computed from. Omitted: nobody knows what it owes to which file. */
  readonly filesUsed?: readonly string[];
  /** Whether it covers points of its contract, as a second reader says. */
  readonly covered?: ReadonlyMap<string, boolean> | null;
  /** Model that actually answered, by the provider's name. */
  readonly modelUsed: string;
  readonly usage: ToolUsage;
  readonly notices: readonly RunNotice[];
  /** Undefined for tools that collect none. */
  readonly evidence?: Evidence;
  /** Generated files. The worker stores them for the run's owner. */
  readonly files?: readonly MadeFile[];
}

/** A generated file, decoded and validated. */
export interface MadeFile {
  /** With its extension; downloads may have another name. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** In pixels, for a picture. */
  readonly width?: number;
  readonly height?: number;
}

/** Totals of this attempt's calls. */
export interface ToolUsage {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In USD; null if a provider didn't report it for at least one call. */
  readonly cost: number | null;
}
