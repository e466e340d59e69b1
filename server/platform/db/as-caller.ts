import type { Caller } from './caller.ts';
import type {
  Database,
  Reader,
  Result,
  RunOptions,
  Settings,
  Statement,
  Transaction,
  TransactionOptions,
} from './database.ts';

/** Supabase's documentation puts extensions into a schema of their own. PostgreSQL skips a missing schema. */
export const CALLER_PATH = 'public, extensions';

export interface CallerOptions {
  /** Additional settings of the transaction, such as `request.method`. They override the fixed `search_path`. */
  readonly settings?: Settings;
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
export function runAsCaller(
  reader: Reader,
  caller: Caller,
  statements: readonly Statement[],
  options: CallerOptions & RunOptions = {},
): Promise<Result[]> {
  return reader.batch(statements, { ...options, settings: settingsOf(caller, options) });
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
  return database.transaction(work, { ...options, settings: settingsOf(caller, options) });
}

function settingsOf(caller: Caller, { settings, readOnly = false }: CallerOptions): Settings {
  return {
    role: caller.role,
    'request.jwt.claims': claimsOf(caller),
    search_path: CALLER_PATH,
    ...settings,
    ...(readOnly ? { transaction_read_only: 'on' } : {}),
  };
}

/** Callers are remembered with their tokens, so most ask again. */
const written = new WeakMap<Caller, string>();

function claimsOf(caller: Caller): string {
  const claims = written.get(caller) ?? JSON.stringify(caller.claims);
  written.set(caller, claims);
  return claims;
}
