/** A request as received by the simulated web. */
export interface WebRequest {
  readonly method: string;
  /** `host/path?query`. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set once it has ended in any way. */
  closed: boolean;
}

export interface WebJournal {
  readonly requests: readonly WebRequest[];
  /** Requested page URLs, without robots.txt and searches. */
  pages(): string[];
  /** Queries of all searches, in order. */
  searches(): string[];
  clear(): void;
}
