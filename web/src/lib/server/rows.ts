import type * as z from 'zod/mini';
import { logProblem } from '../log.ts';

/** What to ask the data API for, so that a row of this shape comes back and nothing more. */
export function columnsOf(schema: { readonly shape: object }): string {
  return Object.keys(schema.shape).join(',');
}

/**
 * Reads the rows that can be read. One that cannot (a newer server may know values that this page does not)
 * is left out and noted, because a list that is gone is worse than a list without a line.
 */
export function parseRows<Row>(schema: z.ZodMiniType<Row>, rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    if (read.success) return [read.data];
    logProblem('a row could not be read', read.error);
    return [];
  });
}
