import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type RunRecord, runEventRow, runRow } from '#domain/rows/run-row.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const SELECTION = `${columnsOf(runRow)},ai_run_events(${columnsOf(runEventRow)})`;
const shape = z.extend(runRow, { ai_run_events: z.array(z.unknown()) });

/** Loads the data of a receipt. A finished run doesn't change. */
export function useRun(runId: string) {
  return useQuery({
    queryKey: ['run_record', runId],
    queryFn: () => readRun(runId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readRun(runId: string): Promise<RunRecord> {
  const server = await supabase();
  const { data } = await server
    .from('ai_runs')
    .select(SELECTION)
    .eq('id', runId)
    .order('seq', { referencedTable: 'ai_run_events' })
    .single()
    .throwOnError();
  const { ai_run_events, ...run } = shape.parse(data);
  return { run, events: parseRows(runEventRow, ai_run_events) };
}
