import type * as z from 'zod/mini';
import { logProblem } from '../log.ts';

/** Select list for the columns of a row schema. */
export function columnsOf(schema: { readonly shape: object }): string {
  return Object.keys(schema.shape).join(',');
}

/**
 * Parses rows and skips, with a log entry, those that fail (a newer server may have values unknown here): a
 * list without a row is better than no list.
 */
export function parseRows<Row>(schema: z.ZodMiniType<Row>, rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    if (read.success) return [read.data];
    logProblem('a row could not be read', read.error);
    return [];
  });
}
