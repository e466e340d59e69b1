import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProjectAnswers } from './read-project-answers.ts';
import { readProjectCounts } from './read-project-counts.ts';

/** While news do not come by themselves, what is in a project is asked for so often. */
const LOOK_AGAIN_MS = 15_000;

/** What is in each project. Read whenever a page begins that shows it: it is no part of the list's first view. */
export function useProjectCounts() {
  const isJoined = useLiveStatus((state) => state.isJoined);
  return useQuery({
    queryKey: queryKeys.projectCounts,
    queryFn: readProjectCounts,
    staleTime: 0,
    refetchInterval: isJoined ? false : LOOK_AGAIN_MS,
  });
}

/** What the assistant has delivered in a project, page after page. */
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
