/** Ids, names and figures only: never a text, a title, an address, or the name of a file. */
export type SpanFacts = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** The same for all work of its kind: `GET /rest/v1`, `tool research`. */
  readonly name: string;
  /** `server` answers a request, `client` waits for another program. Default: neither. */
  readonly kind?: 'server' | 'client';
  readonly facts?: SpanFacts;
  /** The caller's `traceparent`, if the caller is trusted: its trace goes on here. */
  readonly traceparent?: string | null;
}

/** A piece of work that has begun. */
export interface OpenSpan {
  note(facts: SpanFacts): void;
  /** Marks it as failed. `type`: name or code of the error, never its message. */
  fail(type: string): void;
  end(): void;
}

/** Records what work consists of, and how long its parts take. Exists only if traces are configured. */
export interface Tracer {
  /** Begins a part of the current work. */
  begin(start: SpanStart): OpenSpan;
  /** Runs `work` as a part of the current work, which it becomes. A rejection is noted by its code or name. */
  within<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** False if the current work isn't recorded, or there is none. */
  isRecording(): boolean;
}
