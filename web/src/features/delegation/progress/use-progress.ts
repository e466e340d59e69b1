import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { isLive, type Run } from '#domain/rows/run-row.ts';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { hasGap, type LiveText } from '#web/lib/live/live-text.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProgress } from './read-progress.ts';

/** Specified polling interval of a live run while live updates are down. */
const POLL_MS = 5000;

/** Stored text lags about a second behind the broadcast, so a gap may need another read. */
const GAP_POLL_MS = 1000;

/** Events of a run so far. */
export function useProgress(run: Run) {
  const client = useQueryClient();
  const isJoined = useLiveStatus((state) => state.isJoined);
  const isGap = useLiveText(run.id, hasGap) ?? false;
  const pace = isGap ? GAP_POLL_MS : isJoined ? false : POLL_MS;
  return useQuery({
    queryKey: queryKeys.progress(run.id),
    queryFn: () => readProgress(client, run.id),
    refetchInterval: isLive(run) ? pace : false,
  });
}

/** Preview of a run's picture as a `data:` URL; undefined until there is one. */
export function useLivePreview(runId: string): string | undefined {
  return useQuery<string>({
    queryKey: queryKeys.livePreview(runId),
    queryFn: skipToken,
    meta: { volatile: true },
  }).data;
}

/** Selects from the streamed text of a run; undefined until there is any. */
export function useLiveText<Seen>(runId: string, see: (live: LiveText) => Seen): Seen | undefined {
  // Written by live updates; never fetched.
  return useQuery<LiveText, Error, Seen>({
    queryKey: queryKeys.liveText(runId),
    queryFn: skipToken,
    select: see,
    meta: { volatile: true },
  }).data;
}
