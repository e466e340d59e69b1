import type { ClaimOptions, Result, Settings, Statement } from './database.ts';

/** Prepared statements with parameters, and what is set for their transaction before them. */
export interface Batch {
  readonly statements: readonly Statement[];
  readonly settings?: Settings | undefined;
  /** Values of type json stay text. */
  readonly keepsJson?: boolean | undefined;
}

/** A batch, or a plain SQL script. */
export type Work = Batch | { readonly sql: string };

/** Called with the milliseconds the engine took, whether it succeeded or not. */
export type Meter = (took: number) => void;

/** An engine session, held by one transaction. */
export interface Session {
  /** `begin` prepends BEGIN to the same message and drops its result. */
  run(work: Work, options: { readonly limit: number; readonly begin: boolean }): Promise<Result[]>;
  /** Returns the session. False if the engine rolled back because a statement had failed. */
  commit(limit: number): Promise<boolean>;
  /** Rolls back and returns the session, even in the middle of a statement. */
  rollback(): Promise<void>;
  /** Returns a session without an open transaction. */
  release(): void;
}

/** Interface of an engine. `createDatabase` builds a `Database` on it, so that both engines behave the same. */
export interface Driver {
  readonly engine: 'pglite' | 'postgres';
  /** Runs as its own transaction. `meter` is only called by an engine that runs one statement at a time. */
  run(work: Work, limit: number, meter?: Meter): Promise<Result[]>;
  hold(): Promise<Session>;
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  onReopen(listener: () => void): () => void;
  claim(name: string, options?: ClaimOptions): Promise<(() => Promise<void>) | null>;
  isCurrent(): boolean;
  isHealthy(): boolean;
  close(limit: number): Promise<boolean>;
}
