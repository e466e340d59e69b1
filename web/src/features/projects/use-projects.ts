import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { readProjects } from './read-projects.ts';

export function useProjects() {
  return useQuery({ queryKey: queryKeys.projects, queryFn: readProjects });
}

/** Project names by id. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = useProjects();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}
