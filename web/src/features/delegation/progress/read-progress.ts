import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { responseRow } from '#domain/rows/response-row.ts';
import { isLive, partialTextRow, type RunEventRow, runEventRow, runRow } from '#domain/rows/run-row.ts';
import { mergeEvents, putStoredText } from '#web/lib/live/run-progress.ts';
import { putDelivery, putRun } from '#web/lib/live/task-cache.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const SELECTION = `${columnsOf(runRow)},partial_text,ai_run_events(${columnsOf(runEventRow)}),ai_responses(${columnsOf(responseRow)})`;

/** A run has at most one answer; servers that infer this from the key embed an object, others a list. */
const answers = z.union([z.nullable(responseRow), z.array(responseRow)]);
const shape = z.object({ ai_run_events: z.array(z.unknown()), ai_responses: answers });

/**
 * Fetches a run's state, text so far, answer and events, and returns the events. Used when a trail is first
 * shown, when a piece of text was missed, and every 5 seconds while live updates are down.
 */
export async function readProgress(client: QueryClient, runId: string): Promise<RunEventRow[]> {
  const server = await supabase();
  const { data } = await server
    .from('ai_runs')
    .select(SELECTION)
    .eq('id', runId)
    .maybeSingle()
    .throwOnError();
  const known = client.getQueryData<RunEventRow[]>(queryKeys.progress(runId)) ?? [];
  if (data === null) return known;
  const run = runRow.parse(data);
  const { ai_run_events, ai_responses } = shape.parse(data);
  if (isLive(run)) {
    const { attempt, partial_text } = partialTextRow.parse(data);
    putStoredText(client, runId, { attempt, text: partial_text });
  }
  putRun(client, run);
  const response = Array.isArray(ai_responses) ? ai_responses[0] : ai_responses;
  if (response) {
    putDelivery(client, response);
    client.setQueryData(queryKeys.response(runId), response);
  }
  return mergeEvents(known, parseRows(runEventRow, ai_run_events));
}
