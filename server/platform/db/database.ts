/** The one way to the database. Two versions keep this contract: PGlite in a worker thread, and PostgreSQL. */

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

export type Row = Record<string, unknown>;

export interface Result<T = Row> {
  readonly rows: T[];
  /** Rows affected or returned, from the command tag. */
  readonly count: number;
}

export interface RunOptions {
  /** Milliseconds until the statement is ended with 57014. */
  readonly limit?: number;
  /**
   * Milliseconds within which statements that look at `rest.patience` end themselves with 57014. Less for somebody who
   * has used more than a fair share of an engine that others wait for.
   */
  readonly patience?: number;
}

/** With a patience, `work` may run twice: again from the start after a statement of it ended itself. */
export interface TransactionOptions extends RunOptions {
  /** Milliseconds the holder may sit on the session between two statements; 25P03 after it. Default 1000. */
  readonly idle?: number;
  /** Milliseconds for the whole transaction; 25P04 after it. Default 10000. */
  readonly total?: number;
}

export interface Runner {
  /** All statements in one message with one Sync: one transaction when outside of one. */
  batch(statements: readonly Statement[], options?: RunOptions): Promise<Result[]>;
  /** One statement with parameters. Values: JS values as `pg` converts them; objects become JSON. bigint and numeric: number for int8, text for numeric. */
  query<T extends object = Row>(
    text: string,
    values?: readonly unknown[],
    options?: RunOptions,
  ): Promise<T[]>;
  /** Many statements without parameters: migrations, VACUUM. */
  exec(sql: string, options?: RunOptions): Promise<Result[]>;
}

/** An open transaction. Writers take this type, so that they cannot run outside of one. */
export interface Transaction extends Runner {
  readonly isTransaction: true;
  /** Runs after COMMIT was acknowledged, in order; never on rollback. */
  afterCommit(effect: () => void): void;
}

export interface Database extends Runner {
  readonly engine: 'pglite' | 'postgres';
  /**
   * Runs `work` in one transaction; rolls back when it throws. Never await a network inside: on PGlite
   * everybody else waits. Calling the plain database inside `work` throws at once instead of waiting for ever.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Delivers NOTIFY payloads after commit; survives a reopened engine. Returns how to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** After the engine or the connection was lost and is back: notifications may have been missed. */
  onReopen(listener: () => void): () => void;
  /** False while statements cannot be answered. */
  isHealthy(): boolean;
  /** Drains for at most `limit` ms. True when everything was answered. */
  close(limit?: number): Promise<boolean>;
}

/** Names and texts as PostgreSQL reports them. */
export interface DatabaseErrorDetails {
  readonly severity?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly where?: string | undefined;
  /** Character of the statement, counted from 1. */
  readonly position?: number | undefined;
  /** True when the statement may or may not have been committed. */
  readonly unknown?: boolean;
  readonly cause?: unknown;
}

/** `code` is the SQLSTATE. Host conditions use: 53300 too many waiting, PT429 more asked for than one's share, 57P01 restarted or closing, 55006 folder in use, 25001 nested use. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  readonly details: DatabaseErrorDetails;

  constructor(code: string, message: string, details: DatabaseErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}
