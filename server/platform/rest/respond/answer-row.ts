import type { AnswerRow } from '../rest-request.ts';

/** Typed access to the columns of an answer row. */

export function countIn(row: AnswerRow, column: string): number {
  const value = Number(row[column] ?? 0);
  if (!Number.isSafeInteger(value)) throw new Error(`the answer's ${column} is not a count`);
  return value;
}

export function textIn(row: AnswerRow, column: string): string | null {
  const value = row[column] ?? null;
  if (value !== null && typeof value !== 'string') throw new Error(`the answer's ${column} is not text`);
  return value;
}

/** Returns the planner's row estimate from EXPLAIN (FORMAT JSON), whose output arrives as text or parsed. */
export function plannedRows(row: AnswerRow): number {
  const [answer] = Object.values(row);
  const plans: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
  const rows = property(property(property(plans, '0'), 'Plan'), 'Plan Rows');
  if (typeof rows !== 'number') throw new Error('EXPLAIN did not say how many rows it expects');
  return rows;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
