import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { Task } from '#domain/rows/task-row.ts';
import { tellAtOnce } from '#web/lib/server/query-client.ts';
import type { TaskChange } from './task-change.ts';

/** Mutation key of queued and pending changes. */
export const TASK_CHANGE = ['task_change'];

/**
 * Sends a change, also from outside components, such as a toast's button. The result is handled where changes
 * are registered.
 */
export function sendChange(client: QueryClient, change: TaskChange): void {
  const options: MutationOptions<Task[], Error, TaskChange> = { mutationKey: TASK_CHANGE };
  const mutation = client.getMutationCache().build(client, client.defaultMutationOptions(options));
  // Failures are reported where changes are registered.
  tellAtOnce(() => void mutation.execute(change).catch(() => undefined));
}
