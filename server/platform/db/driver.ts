import type { Result, Statement } from './database.ts';

/** Prepared statements with parameters, or a script of plain SQL. */
export type Work = { readonly statements: readonly Statement[] } | { readonly sql: string };

/** Told how many milliseconds the engine worked on something, whether it succeeded or not. */
export type Meter = (took: number) => void;

/** One session of the engine, held by one transaction alone. */
export interface Session {
  /** `begin` puts BEGIN in front, in the same message; its result is left out. */
  run(work: Work, options: { readonly limit: number; readonly begin: boolean }): Promise<Result[]>;
  /** False when the engine rolled back instead, because a statement had failed. Gives the session back. */
  commit(limit: number): Promise<boolean>;
  /** Undoes what was begun and gives the session back, whatever it is doing. */
  rollback(): Promise<void>;
  /** Gives back a session on which nothing was begun. */
  release(): void;
}

/** What an engine must offer. `createDatabase` makes a `Database` of it, so that both engines behave the same. */
export interface Driver {
  readonly engine: 'pglite' | 'postgres';
  /** Runs as one transaction of its own. `meter` is told by an engine that does one thing after the other. */
  run(work: Work, limit: number, meter?: Meter): Promise<Result[]>;
  hold(): Promise<Session>;
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  onReopen(listener: () => void): () => void;
  isHealthy(): boolean;
  close(limit: number): Promise<boolean>;
}
