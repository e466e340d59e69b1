import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { knownTasks, type ListedTask } from './task-cache.ts';

/** A task from whichever list contains it; undefined if none does. */
export function useKnownTask(id: string): ListedTask | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () => knownTasks(client).find((task) => task.id === id));
}
