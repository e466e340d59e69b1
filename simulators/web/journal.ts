/** One request as the simulated web saw it. */
export interface WebRequest {
  readonly method: string;
  /** `host/path?query`. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set once it has ended, in whatever way. */
  closed: boolean;
}

export interface WebJournal {
  readonly requests: readonly WebRequest[];
  /** Addresses of pages that were asked for, without robots.txt and searches. */
  pages(): string[];
  /** The words of all searches, in order. */
  searches(): string[];
  clear(): void;
}
