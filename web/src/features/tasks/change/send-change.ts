import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { Task } from '#domain/rows/task-row.ts';
import { tellAtOnce } from '#web/lib/server/query-client.ts';
import type { TaskChange } from './task-change.ts';

/** Under this name changes wait, are sent and are counted. */
export const TASK_CHANGE = ['task_change'];

/** Makes a change, also from where no component is: a button of a toast. What comes of it is said where changes are registered. */
export function sendChange(client: QueryClient, change: TaskChange): void {
  const options: MutationOptions<Task[], Error, TaskChange> = { mutationKey: TASK_CHANGE };
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions(options));
  // Failures are reported where changes are registered.
  tellAtOnce(() => void mutation.execute(change).catch(() => undefined));
}
