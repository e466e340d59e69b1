import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { isLive, type Run } from '#domain/rows/run-row.ts';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { hasGap, type LiveText } from '#web/lib/live/live-text.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProgress } from './read-progress.ts';

/** The specified pace at which a live run is asked about while news of it do not come by themselves. */
const POLL_MS = 5000;

/** The stored text is about a second behind what was broadcast, so a gap may need a second look. */
const GAP_POLL_MS = 1000;

/** What a run has done so far. */
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

/** How the picture of a run looks on the way, as a `data:` address; undefined while nothing is shown of it. */
export function useLivePreview(runId: string): string | undefined {
  return useQuery<string>({
    queryKey: queryKeys.livePreview(runId),
    queryFn: skipToken,
    meta: { volatile: true },
  }).data;
}

/** Something about the text of a run as it is written; undefined while there is none. */
export function useLiveText<Seen>(runId: string, see: (live: LiveText) => Seen): Seen | undefined {
  // Live updates put it there; nothing reads it on its own.
  return useQuery<LiveText, Error, Seen>({
    queryKey: queryKeys.liveText(runId),
    queryFn: skipToken,
    select: see,
    meta: { volatile: true },
  }).data;
}
