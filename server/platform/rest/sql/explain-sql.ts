import type { Statement } from '../../db/database.ts';
import type { PlanType } from '../parse/parse-accept.ts';

/** Wraps the statement in EXPLAIN; with ANALYZE it is executed. */
export function explainStatement({ text, values }: Statement, { format, options }: PlanType): Statement {
  const list = [`FORMAT ${format}`, ...options].join(', ').toUpperCase();
  return { text: `EXPLAIN (${list}) ${text}`, ...(values && { values }) };
}
