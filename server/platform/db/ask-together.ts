import type { Row, Runner, RunOptions, Statement } from './database.ts';
import { rowsOf } from './transaction.ts';

/** A statement with the type of its rows. */
export interface Question<T extends object = Row> extends Statement {
  /** Phantom property, never set. */
  readonly rows?: readonly T[];
}

export type Answers<Q> = { readonly [Name in keyof Q]: Q[Name] extends Question<infer T> ? T[] : never };

/** Runs one question and returns its typed rows. */
export function ask<T extends object>(
  runner: Runner,
  { text, values }: Question<T>,
  options?: RunOptions,
): Promise<T[]> {
  return runner.query<T>(text, values, options);
}

/**
 * Runs several questions in one round trip, in the order of their keys; outside of a transaction they form one.
 * Returns the typed rows of each. `first`: statements to run before, whose results are dropped.
 */
export async function askTogether<Q extends Readonly<Record<string, Question<object>>>>(
  runner: Runner,
  questions: Q,
  { first = [], ...options }: RunOptions & { readonly first?: readonly Statement[] } = {},
): Promise<Answers<Q>> {
  const results = await runner.batch([...first, ...Object.values(questions)], options);
  const own = results.slice(first.length);
  const rows = Object.keys(questions).map((name, at) => [name, rowsOf(own.slice(at))] as const);
  return Object.fromEntries(rows) as Answers<Q>;
}
