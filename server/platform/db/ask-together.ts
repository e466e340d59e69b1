import type { Row, Runner, RunOptions, Statement } from './database.ts';
import { rowsOf } from './transaction.ts';

/** A statement whose author says what its rows are. */
export interface Question<T extends object = Row> extends Statement {
  /** Never set: it carries the type. */
  readonly rows?: readonly T[];
}

export type Answers<Q> = { readonly [Name in keyof Q]: Q[Name] extends Question<infer T> ? T[] : never };

/** Asks one question. */
export function ask<T extends object>(
  runner: Runner,
  { text, values }: Question<T>,
  options?: RunOptions,
): Promise<T[]> {
  return runner.query<T>(text, values, options);
}

/**
 * Asks several questions in one message, in the order of their names; outside of a transaction they are one. Answers
 * with the rows of each, typed as its author says. `first`: what is written in front of them, whose answers nobody reads.
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
