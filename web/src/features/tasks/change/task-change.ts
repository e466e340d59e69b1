import * as z from 'zod/mini';
import type { Task } from '#domain/rows/task-row.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import type { ListedTask } from '#web/lib/live/task-cache.ts';

export const taskFields = z.object({
  title: z.string(),
  category: z.enum(TASK_CATEGORIES),
  priority: z.enum(TASK_PRIORITIES),
  timeframe: z.enum(TASK_TIMEFRAMES),
});
/** Form values of a task. */
export type TaskFields = z.infer<typeof taskFields>;

const addition = z.object({
  client_id: z.string(),
  fields: taskFields,
  project_id: z.nullable(z.string()),
  /** The line as it was typed, to be put back if the task is refused. */
  typed: z.optional(z.string()),
});
/** A task that the server does not know yet. */
export type Addition = z.infer<typeof addition>;

export const taskBase = z.object({ fields: taskFields, updated_at: z.string() });
/** A task as its editor saw it: a change that was made elsewhere since is not overwritten unseen. */
export type TaskBase = z.infer<typeof taskBase>;

/** Fields that a bulk edit can set. */
const manyValues = z.object({
  is_completed: z.optional(z.boolean()),
  timeframe: z.optional(z.enum(TASK_TIMEFRAMES)),
  project_id: z.optional(z.nullable(z.string())),
});

const taskChange = z.discriminatedUnion('kind', [
  z.extend(addition, { kind: z.literal('add') }),
  /** All of them or none. */
  z.object({ kind: z.literal('add_many'), tasks: z.array(addition) }),
  z.object({
    kind: z.literal('edit'),
    id: z.string(),
    fields: taskFields,
    /** Without it the change is made whatever the task has become. */
    base: z.optional(taskBase),
    /** Remote values that this change overwrites, if any: the user hasn't seen them. */
    replaces: z.optional(taskFields),
  }),
  z.object({ kind: z.literal('complete'), id: z.string(), is_completed: z.boolean() }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
  z.object({ kind: z.literal('change_many'), ids: z.array(z.string()), values: manyValues }),
  z.object({ kind: z.literal('delete_many'), ids: z.array(z.string()) }),
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
    case 'add':
      return addUnknown(tasks, [change]);
    case 'add_many':
      return addUnknown(tasks, change.tasks);
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
    case 'change_many': {
      const ids = new Set(change.ids);
      return tasks.map((task) =>
        ids.has(task.id) ? { ...task, ...given(change.values), isUnsent: true } : task,
      );
    }
    case 'delete_many': {
      const ids = new Set(change.ids);
      return tasks.filter((task) => !ids.has(task.id));
    }
  }
}

/** Without what was left open. */
function given({ is_completed, timeframe, project_id }: z.infer<typeof manyValues>): Partial<ListedTask> {
  return {
    ...(is_completed !== undefined && { is_completed }),
    ...(timeframe !== undefined && { timeframe }),
    ...(project_id !== undefined && { project_id }),
  };
}

/** The server may tell of a new task before it confirms it. */
function addUnknown(tasks: ShownTask[], additions: readonly Addition[]): ShownTask[] {
  const known = new Set(tasks.map(({ client_id }) => client_id));
  return [...additions.filter(({ client_id }) => !known.has(client_id)).map(toNewTask), ...tasks];
}

function toNewTask({ client_id, fields, project_id }: Addition): ShownTask {
  return {
    ...fields,
    id: client_id,
    client_id,
    project_id,
    is_completed: false,
    completed_at: null,
    ai_assisted: false,
    ai_task_type: null,
    created_at: '',
    updated_at: '',
    run: null,
    delivery: null,
    isUnsent: true,
    isNew: true,
  };
}

/** Editable fields of a task. */
export function fieldsOf({ title, category, priority, timeframe }: TaskFields): TaskFields {
  return { title, category, priority, timeframe };
}

export function hasSameFields(a: TaskFields, b: TaskFields): boolean {
  return (
    a.title === b.title &&
    a.category === b.category &&
    a.priority === b.priority &&
    a.timeframe === b.timeframe
  );
}

export function baseOf(task: Task): TaskBase {
  return { fields: fieldsOf(task), updated_at: task.updated_at };
}
