import * as z from 'zod/mini';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const grantRow = z.object({
  grant_id: z.string(),
  kind: z.string(),
  granted: z.number(),
  remaining: z.number(),
  expires_at: z.nullable(z.string()),
});
/** A grant with credits left. */
export type Grant = z.infer<typeof grantRow>;

/** In spending order. */
export async function readCreditsLeft(): Promise<Grant[]> {
  const server = await supabase();
  const { data } = await server.rpc('credits_left', undefined, { get: true }).throwOnError();
  return parseRows(grantRow, data);
}

const historyRow = z.object({
  /** Position from the start of the ledger, so the first one returned is the total count. */
  line: z.number(),
  created_at: z.string(),
  kind: z.string(),
  amount: z.number(),
  balance: z.number(),
  expires_at: z.nullable(z.string()),
  run_id: z.nullable(z.string()),
  ai_task_type: z.nullable(z.string()),
  task_title: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  error_code: z.nullable(z.string()),
  /** Of the delivered answer. */
  slip_number: z.nullable(z.number()),
});
/** A ledger entry. history-words.ts describes it. */
export type HistoryLine = z.infer<typeof historyRow>;

export interface HistoryPage {
  readonly page: number;
  readonly lines: readonly HistoryLine[];
  readonly total: number;
}

export const LINES_PER_PAGE = 10;

/** A page of the history, newest first. Pages count from 0. */
export async function readHistory(page: number): Promise<HistoryPage> {
  const from = page * LINES_PER_PAGE;
  const { data, count } = await lines(from, LINES_PER_PAGE, { count: 'exact' });
  return { page, lines: parseRows(historyRow, data), total: count ?? from + data.length };
}

/** Maximum rows per response of the server. */
const MOST_AT_ONCE = 1000;

/** The whole history, newest first. */
export async function readWholeHistory(): Promise<HistoryLine[]> {
  const all: HistoryLine[] = [];
  let isComplete = false;
  while (!isComplete) {
    // oxlint-disable-next-line no-await-in-loop -- each page follows from where the last one ended
    const { data } = await lines(all.length, MOST_AT_ONCE);
    all.push(...z.parse(z.array(historyRow), data));
    isComplete = data.length < MOST_AT_ONCE;
  }
  return all;
}

async function lines(from: number, length: number, options: { count?: 'exact' } = {}) {
  const server = await supabase();
  return server
    .rpc('credit_history', undefined, { get: true, ...options })
    .order('line', { ascending: false })
    .range(from, from + length - 1)
    .throwOnError();
}
