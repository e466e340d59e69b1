import type { Statement } from '../../db/database.ts';
import type { PlanType } from '../parse/parse-accept.ts';

/** How PostgreSQL would run the statement; with ANALYZE it does. */
export function explainStatement({ text, values }: Statement, { format, options }: PlanType): Statement {
  const list = [`FORMAT ${format}`, ...options].join(', ').toUpperCase();
  return { text: `EXPLAIN (${list}) ${text}`, ...(values && { values }) };
}
