import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Response, responseRow } from '#domain/rows/response-row.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const COLUMNS = columnsOf(responseRow);

/** Fetches the full answer of a run. */
async function readResponse(runId: string): Promise<Response> {
  const server = await supabase();
  const { data } = await server
    .from('ai_responses')
    .select(COLUMNS)
    .eq('run_id', runId)
    .single()
    .throwOnError();
  return responseRow.parse(data);
}

/** Answers are immutable, so one is fetched only once. */
const answerQuery = (runId: string) => ({
  queryKey: queryKeys.response(runId),
  queryFn: () => readResponse(runId),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useAnswer(runId: string) {
  return useQuery(answerQuery(runId));
}

export function fetchAnswer(client: QueryClient, runId: string): Promise<Response> {
  return client.fetchQuery(answerQuery(runId));
}
