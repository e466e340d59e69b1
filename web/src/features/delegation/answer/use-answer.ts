import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import type { Response } from '#web/lib/server/rows.ts';
import { readResponse } from './read-response.ts';

/** An answer never changes, so one that was read once is not read again. */
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
