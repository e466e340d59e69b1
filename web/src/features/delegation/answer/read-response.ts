import { columnsOf, type Response, responseRow } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const COLUMNS = columnsOf(responseRow);

/** The whole answer of a run. */
export async function readResponse(runId: string): Promise<Response> {
  const server = await supabase();
  const { data } = await server
    .from('ai_responses')
    .select(COLUMNS)
    .eq('run_id', runId)
    .single()
    .throwOnError();
  return responseRow.parse(data);
}
