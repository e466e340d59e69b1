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

/** Supabase's documents keep extensions out of public. PostgreSQL skips the schema where it is not there. */
export const CALLER_PATH = 'public, extensions';

export interface CallerOptions {
  /** Further settings of the transaction, such as `request.method`. They win over the fixed `search_path`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Writes fail with 25006, also those of functions that are called. */
  readonly readOnly?: boolean;
}

/**
 * Runs statements on behalf of a caller: as the caller's database role, with its claims, as one transaction in one
 * message. Row-level security and grants decide what they may see and do.
 *
 * The role is set by a statement of its own in front. Set in a CTE of the query itself, the policy would be chosen
 * for the connecting role, and every row of every user would come back (measured).
 *
 * @NOTE The session itself belongs to a superuser (embedded) or to the owner of the tables, and `reset role` would
 * bring that back. So text from outside never becomes SQL: only single prepared statements, built by the server, with
 * the caller's values as parameters, may come in here. PostgreSQL refuses a prepared statement that holds two commands.
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
 * The same for work whose answers decide whether it is committed: throw to roll back. One round trip per statement,
 * so prefer `runAsCaller`.
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

/** Puts the caller in front of the first statement, in the same message. */
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
