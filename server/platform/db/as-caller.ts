import type { Caller } from './caller.ts';
import type {
  Database,
  Result,
  Row,
  RunOptions,
  Statement,
  Transaction,
  TransactionOptions,
} from './database.ts';
import { rowsOf } from './transaction.ts';

/** Supabase's documentation puts extensions into a schema of their own. PostgreSQL skips a missing schema. */
export const CALLER_PATH = 'public, extensions';

export interface CallerOptions {
  /** Additional settings of the transaction, such as `request.method`. They override the fixed `search_path`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Writes fail with 25006, including those in called functions. */
  readonly readOnly?: boolean;
}

/**
 * Runs statements as the caller's database role with its claims, as one transaction in one round trip. Row-level
 * security and grants decide what they may see and do.
 *
 * The role is set by a separate statement in front. If it were set in a CTE of the query itself, the policy would be
 * chosen for the connecting role, and return every row of every user (measured).
 *
 * @NOTE The session belongs to a superuser (embedded) or to the owner of the tables, and `reset role` would restore
 * that. So input must never become SQL: only single prepared statements, built by the server, with the caller's
 * values as parameters, may be passed in here. PostgreSQL rejects a prepared statement with two commands.
 */
export async function runAsCaller(
  database: Database,
  caller: Caller,
  statements: readonly Statement[],
  options: CallerOptions & RunOptions = {},
): Promise<Result[]> {
  const results = await database.batch([actAs(caller, options), ...statements], options);
  return results.slice(1);
}

/**
 * Same for work whose results decide on the commit: throw to roll back. One round trip per statement, so prefer
 * `runAsCaller`.
 */
export function transactionAsCaller<T>(
  database: Database,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  options: CallerOptions & TransactionOptions = {},
): Promise<T> {
  return database.transaction((tx) => work(new CallerTransaction(tx, actAs(caller, options))), options);
}

function actAs(caller: Caller, { settings = {}, readOnly = false }: CallerOptions): Statement {
  const wanted: Record<string, string> = {
    role: caller.role,
    'request.jwt.claims': JSON.stringify(caller.claims),
    search_path: CALLER_PATH,
    ...settings,
    ...(readOnly ? { transaction_read_only: 'on' } : {}),
  };
  const pairs = Object.entries(wanted);
  const calls = pairs.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return { text: `select ${calls.join(', ')}`, values: pairs.flat() };
}

/** Prepends the caller to the first statement, in the same message. */
class CallerTransaction implements Transaction {
  readonly isTransaction = true;
  readonly #tx: Transaction;
  #head: Statement | undefined;

  constructor(tx: Transaction, head: Statement) {
    this.#tx = tx;
    this.#head = head;
  }

  async batch(statements: readonly Statement[], options?: RunOptions): Promise<Result[]> {
    const head = this.#takeHead();
    if (!head) return this.#tx.batch(statements, options);
    const results = await this.#tx.batch([head, ...statements], options);
    return results.slice(1);
  }

  async query<T extends object = Row>(
    text: string,
    values: readonly unknown[] = [],
    options?: RunOptions,
  ): Promise<T[]> {
    return rowsOf<T>(await this.batch([{ text, values }], options));
  }

  async exec(sql: string, options?: RunOptions): Promise<Result[]> {
    const head = this.#takeHead();
    if (head) await this.#tx.batch([head], options);
    return this.#tx.exec(sql, options);
  }

  afterCommit(effect: () => void): void {
    this.#tx.afterCommit(effect);
  }

  #takeHead(): Statement | undefined {
    const head = this.#head;
    this.#head = undefined;
    return head;
  }
}
