import { skipToken, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Project } from '#domain/rows/project-row.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProject } from './read-projects.ts';
import { useProjects } from './use-projects.ts';

const uuid = z.uuid();

export interface ProjectSearch {
  /** Undefined while loading, null if there is none. */
  readonly project: Project | null | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isPaused: boolean;
  readonly retry: () => void;
}

/**
 * One project, from the list. A project that isn't in it, perhaps because it is new, is fetched by id before it
 * counts as missing.
 */
export function useProject(id: string): ProjectSearch {
  const list = useProjects();
  const listed = list.data?.find((project) => project.id === id);
  const isAsked = list.data !== undefined && listed === undefined && uuid.safeParse(id).success;
  const asked = useQuery({
    queryKey: queryKeys.project(id),
    queryFn: isAsked ? ({ signal }) => readProject(id, signal) : skipToken,
    staleTime: 0,
    meta: { volatile: true },
  });
  const query = isAsked ? asked : list;
  const isNowhere = list.data !== undefined && !isAsked;
  return {
    project: listed ?? (isNowhere ? null : isAsked ? asked.data : undefined),
    isError: query.isError,
    isFetching: query.isFetching,
    isPaused: query.isPaused,
    retry: () => void query.refetch(),
  };
}
