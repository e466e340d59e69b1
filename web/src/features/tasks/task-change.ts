import * as z from 'zod/mini';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import type { ListedTask } from '#web/lib/task-cache.ts';

const fields = z.object({
  title: z.string(),
  category: z.enum(TASK_CATEGORIES),
  priority: z.enum(TASK_PRIORITIES),
  timeframe: z.enum(TASK_TIMEFRAMES),
});
/** What a person writes and chooses for a task. */
export type TaskFields = z.infer<typeof fields>;

const taskChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    client_id: z.string(),
    fields,
    project_id: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('edit'), id: z.string(), fields }),
  z.object({ kind: z.literal('complete'), id: z.string(), is_completed: z.boolean() }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
]);
/** A change on its way to the server. It may wait on the device for days, so it says everything it needs. */
export type TaskChange = z.infer<typeof taskChange>;

/** Reads a change that was kept, or undefined for something else. */
export function readTaskChange(kept: unknown): TaskChange | undefined {
  return taskChange.safeParse(kept).data;
}

/** A task as it is shown: as the server has it, with the changes that it has not confirmed yet. */
export type ShownTask = ListedTask & {
  /** Something about it is on its way to the server. */
  readonly isUnsent?: boolean;
  /** The server does not know it at all yet, so nothing can be done with it. */
  readonly isNew?: boolean;
};

/**
 * Lays the unconfirmed changes over what the server has. Nothing has to be taken back when one is refused: it is
 * simply not laid on any more. Rows without a change stay the same objects.
 */
export function applyChanges(tasks: readonly ListedTask[], changes: readonly TaskChange[]): ShownTask[] {
  return changes.reduce<ShownTask[]>(applyChange, [...tasks]);
}

function applyChange(tasks: ShownTask[], change: TaskChange): ShownTask[] {
  switch (change.kind) {
    case 'add': {
      const isKnown = tasks.some((task) => task.client_id === change.client_id);
      return isKnown ? tasks : [toNewTask(change), ...tasks];
    }
    case 'edit':
      return tasks.map((task) =>
        task.id === change.id ? { ...task, ...change.fields, isUnsent: true } : task,
      );
    case 'complete':
      return tasks.map((task) =>
        task.id === change.id ? { ...task, is_completed: change.is_completed, isUnsent: true } : task,
      );
    case 'delete':
      return tasks.filter((task) => task.id !== change.id);
  }
}

function toNewTask({
  client_id,
  fields: values,
  project_id,
}: Extract<TaskChange, { kind: 'add' }>): ShownTask {
  return {
    ...values,
    id: client_id,
    client_id,
    project_id,
    is_completed: false,
    completed_at: null,
    ai_assisted: false,
    ai_task_type: null,
    created_at: '',
    run: null,
    delivery: null,
    isUnsent: true,
    isNew: true,
  };
}
