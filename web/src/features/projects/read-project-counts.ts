import * as z from 'zod/mini';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Tasks of a project by state. */
export interface ProjectCounts {
  readonly open: number;
  readonly completed: number;
  /** Tasks with an answer, up to `MOST_DELIVERED`. */
  readonly delivered: number;
}

export const MOST_DELIVERED = 100;

/** Maximum rows per response of the server. */
const PAGE = 1000;

const counted = z.tuple([z.object({ count: z.number() })]);
const countsRow = z.object({
  id: z.string(),
  open: counted,
  completed: counted,
  delivered: z.array(z.object({ id: z.string() })),
});

/** Task counts by project id. */
export async function readProjectCounts(): Promise<Record<string, ProjectCounts>> {
  const counts: Record<string, ProjectCounts> = {};
  for (let from = 0; ; from += PAGE) {
    const rows = await readPage(from);
    for (const { id, open, completed, delivered } of parseRows(countsRow, rows)) {
      counts[id] = { open: open[0].count, completed: completed[0].count, delivered: delivered.length };
    }
    if (rows.length < PAGE) return counts;
  }
}

async function readPage(from: number): Promise<readonly unknown[]> {
  const server = await supabase();
  const { data } = await server
    .from('projects')
    .select('id,open:tasks(count),completed:tasks(count),delivered:tasks(id,ai_responses!inner())')
    .eq('open.is_completed', false)
    .eq('completed.is_completed', true)
    .limit(MOST_DELIVERED, { referencedTable: 'delivered' })
    .order('id')
    .range(from, from + PAGE - 1)
    .throwOnError();
  return data;
}
