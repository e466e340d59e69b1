import type { QueryClient } from '@tanstack/react-query';
import { knownTasks } from '#web/lib/live/task-cache.ts';
import { TASK_CHANGE } from '../change/send-change.ts';
import { applyChanges, readTaskChange, type ShownTask } from '../change/task-change.ts';

/** A task as currently shown in the lists. */
export function findShownTask(client: QueryClient, id: string): ShownTask | undefined {
  const changes = client
    .getMutationCache()
    .findAll({ mutationKey: TASK_CHANGE, status: 'pending' })
    .flatMap((mutation) => readTaskChange(mutation.state.variables) ?? []);
  const known = knownTasks(client).filter((task) => task.id === id);
  return applyChanges(known, changes).find((task) => task.id === id);
}
