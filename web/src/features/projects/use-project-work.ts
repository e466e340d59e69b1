import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProjectAnswers } from './read-project-answers.ts';
import { readProjectCounts } from './read-project-counts.ts';

/** Polling interval while live updates are down. */
const LOOK_AGAIN_MS = 15_000;

/** Task counts by project, loaded only by pages that show them, not with the first view. */
export function useProjectCounts() {
  const isJoined = useLiveStatus((state) => state.isJoined);
  return useQuery({
    queryKey: queryKeys.projectCounts,
    queryFn: readProjectCounts,
    staleTime: 0,
    refetchInterval: isJoined ? false : LOOK_AGAIN_MS,
  });
}

/** Delivered answers of a project, paged. */
export function useProjectAnswers(projectId: string) {
  const isJoined = useLiveStatus((state) => state.isJoined);
  return useInfiniteQuery({
    queryKey: queryKeys.projectAnswers(projectId),
    queryFn: ({ pageParam }) => readProjectAnswers(projectId, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    refetchInterval: isJoined ? false : LOOK_AGAIN_MS,
  });
}
