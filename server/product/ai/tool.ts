import type { AiTaskType } from '#domain/ai-task.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { RunNotice, RunStep } from '#domain/run-steps.ts';
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
  /**
   * Makes one attempt. Throws TextModelError, whose `kind`, `retryable` and `retryAfter` say whether and when
   * another attempt makes sense; whatever was streamed before a throw is void. Never resolves without content.
   */
  run(input: ToolInput, context: ToolContext): Promise<ToolOutput>;
}

/** All that a provider may come to see. No ids, no address, nothing of other projects: what is not here cannot leak. */
export interface ToolInput {
  readonly task: ToolTask;
  readonly project: ToolProject | null;
  /** What the person adds for this run, such as "shorter": from Try again and Follow up. */
  readonly instruction: string | null;
  /** The answer that is being followed up. */
  readonly previousAnswer: string | null;
  readonly language: LanguageCode;
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
  /**
   * Awaited before each provider call, so that it is on record before money is spent. A rejection forbids the call
   * and ends the attempt with the same error.
   */
  beforeCall(call: PlannedCall): Promise<void>;
  /** The provider's own id of the call in flight, usually before its first text: what it cost can be asked with it. */
  onGenerationId(id: string): void;
}

export interface PlannedCall {
  readonly model: string;
  /** An estimate, on the high side. */
  readonly promptTokens: number;
  readonly maxTokens: number;
}

export interface ToolOutput {
  /** Markdown, cleaned, never empty. Not sanitised: whoever renders it does that. */
  readonly content: string;
  /** The model that really answered, as the provider named it. */
  readonly modelUsed: string;
  readonly usage: ToolUsage;
  readonly notices: readonly RunNotice[];
}

/** Summed over the calls of this attempt. */
export interface ToolUsage {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null when a provider did not say for at least one call. */
  readonly cost: number | null;
}
