import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { knownTasks, type ListedTask } from '#web/lib/live/task-cache.ts';

/** A task as the lists have it at the moment, whichever of them shows it; undefined once none does. */
export function useKnownTask(id: string): ListedTask | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () => knownTasks(client).find((task) => task.id === id));
}
