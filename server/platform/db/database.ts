/** Database interface with two implementations: PGlite in a worker thread, and PostgreSQL. */

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

/** By name. */
export type Settings = Readonly<Record<string, string>>;

export interface RunOptions {
  /** Milliseconds until the statement is cancelled with 57014. */
  readonly limit?: number;
  /**
   * Milliseconds after which statements that check `rest.patience` end themselves with 57014. Lower for callers who
   * have used more than their fair share of a single-session engine.
   */
  readonly patience?: number;
  /** Set for the transaction, before its first statement and in the same message. Not with a script of its own. */
  readonly settings?: Settings;
  /** Returns values of type json as text, as PostgreSQL wrote them. */
  readonly keepsJson?: boolean;
}

/** With `patience`, `work` may run twice: it is restarted after one of its statements ended itself. */
export interface TransactionOptions extends Omit<RunOptions, 'keepsJson'> {
  /** Maximum milliseconds between two statements of the transaction; 25P03 after it. Default 1000. */
  readonly idle?: number;
  /** Maximum milliseconds of the whole transaction; 25P04 after it. Default 10000. */
  readonly total?: number;
}

export interface Runner {
  /** Runs all statements in one message with one Sync, which is one transaction unless inside another. */
  batch(statements: readonly Statement[], options?: RunOptions): Promise<Result[]>;
  /**
   * Runs one statement with parameters. Values are converted as by `pg`; objects become JSON. Returns int8 as number,
   * numeric as text.
   */
  query<T extends object = Row>(
    text: string,
    values?: readonly unknown[],
    options?: RunOptions,
  ): Promise<T[]>;
  /** Runs a script without parameters: migrations, VACUUM. */
  exec(sql: string, options?: RunOptions): Promise<Result[]>;
}

/** Answers what only reads. */
export type Reader = Pick<Runner, 'batch'>;

/** An open transaction. Functions that write take this type, so that they can't run outside one. */
export interface Transaction extends Runner {
  readonly isTransaction: true;
  /** Runs after COMMIT is acknowledged, in order; never after a rollback. */
  afterCommit(effect: () => void): void;
}

export interface ClaimOptions {
  /** Together with other shared claims, but not with an exclusive one. */
  readonly shared?: boolean;
  /** Milliseconds to wait for another process to release the name. */
  readonly patience?: number;
}

export interface Database extends Runner {
  readonly engine: 'pglite' | 'postgres';
  /**
   * Runs `work` in a transaction, which is rolled back if it throws. Never await the network inside: on PGlite
   * everybody else waits. Using the plain database inside `work` throws at once instead of deadlocking.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Delivers NOTIFY payloads after commit, and survives a reopened engine. Returns a function to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Called when the engine or connection was lost and restored: notifications may have been missed. */
  onReopen(listener: () => void): () => void;
  /**
   * Claims a name against other processes, until this one ends or releases it. Null if another process has it. A claim
   * survives a lost connection; if another process takes the name meanwhile, the database stays unhealthy here. On the
   * embedded database, which has one process, every claim succeeds.
   */
  claim(name: string, options?: ClaimOptions): Promise<(() => Promise<void>) | null>;
  /**
   * False if notifications of the last seconds may be missing: the connection is lost, or this process was stalled and
   * has not read yet what was sent meanwhile.
   */
  isCurrent(): boolean;
  /** False while statements can't be answered. */
  isHealthy(): boolean;
  /** Drains for at most `limit` ms. Returns true if everything was answered. */
  close(limit?: number): Promise<boolean>;
}

/** Names and texts as reported by PostgreSQL. */
export interface DatabaseErrorDetails {
  readonly severity?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly where?: string | undefined;
  /** Position in the statement in characters, counted from 1. */
  readonly position?: number | undefined;
  /** True if the statement may or may not have been committed. */
  readonly unknown?: boolean;
  readonly cause?: unknown;
}

/**
 * `code` is the SQLSTATE. Codes raised by this server: 53300 queue full, PT429 caller's share of the queue full,
 * 57P01 restarted or closing, 55006 folder in use, 25001 nested use.
 */
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
