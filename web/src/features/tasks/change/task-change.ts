import * as z from 'zod/mini';
import type { When } from '#domain/days.ts';
import type { Task } from '#domain/rows/task-row.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import type { ListedTask } from '#web/lib/live/task-cache.ts';

export const taskFields = z.object({
  title: z.string(),
  category: z.enum(TASK_CATEGORIES),
  priority: z.enum(TASK_PRIORITIES),
  timeframe: z.enum(TASK_TIMEFRAMES),
  // Absent in changes that an earlier version queued. The server then anchors the timeframe.
  due_on: z.optional(z.nullable(z.string())),
  is_dated: z.optional(z.boolean()),
});
/** Form values of a task. */
export type TaskFields = z.infer<typeof taskFields>;

const addition = z.object({
  client_id: z.string(),
  fields: taskFields,
  project_id: z.nullable(z.string()),
  /** The typed line, put back if the task is refused. */
  typed: z.optional(z.string()),
});
/** A new task. */
export type Addition = z.infer<typeof addition>;

export const taskBase = z.object({ fields: taskFields, updated_at: z.string() });
/** The task as its editor saw it, so that a later remote change isn't overwritten unseen. */
export type TaskBase = z.infer<typeof taskBase>;

/** Fields that a bulk edit can set. */
const manyValues = z.object({
  is_completed: z.optional(z.boolean()),
  timeframe: z.optional(z.enum(TASK_TIMEFRAMES)),
  due_on: z.optional(z.nullable(z.string())),
  is_dated: z.optional(z.boolean()),
  project_id: z.optional(z.nullable(z.string())),
});

/** Where a task was dragged or moved. */
const placement = z.object({
  rank: z.optional(z.nullable(z.string())),
  timeframe: z.optional(z.enum(TASK_TIMEFRAMES)),
  due_on: z.optional(z.nullable(z.string())),
  is_dated: z.optional(z.boolean()),
  project_id: z.optional(z.nullable(z.string())),
});

/** A task with the parts of its place that change. A timeframe comes with its day. */
const place = z.extend(placement, { id: z.string() });
export type Place = z.infer<typeof place>;

/** Values that an opened task saves as they are typed or chosen. */
export const writtenValues = z.partial(
  z.extend(taskFields, { notes: z.string(), project_id: z.nullable(z.string()) }),
);
export type WrittenValues = Readonly<z.infer<typeof writtenValues>>;

const taskChange = z.discriminatedUnion('kind', [
  z.extend(addition, { kind: z.literal('add') }),
  /** All or none. */
  z.object({ kind: z.literal('add_many'), tasks: z.array(addition) }),
  z.object({
    kind: z.literal('edit'),
    id: z.string(),
    fields: taskFields,
    /** Without it, the change overwrites whatever is stored. */
    base: z.optional(taskBase),
    /** Remote values that this change overwrites, if any: the user hasn't seen them. */
    replaces: z.optional(taskFields),
  }),
  z.object({
    kind: z.literal('write'),
    id: z.string(),
    values: writtenValues,
    /** Stored values of the same fields, as their editor saw them. Without them, overwrites whatever is stored. */
    base: z.optional(writtenValues),
    /** Remote values that this change overwrites, if any: the user hasn't seen them. */
    replaces: z.optional(writtenValues),
  }),
  z.object({ kind: z.literal('complete'), id: z.string(), is_completed: z.boolean() }),
  /** As an earlier version may have queued it. */
  z.object({ kind: z.literal('place'), id: z.string(), values: placement }),
  z.object({ kind: z.literal('delete'), id: z.string() }),
  z.object({ kind: z.literal('change_many'), ids: z.array(z.string()), values: manyValues }),
  /** All or none. */
  z.object({
    kind: z.literal('place_many'),
    places: z.array(place),
    /** Offered by a toast, if given: what was moved, and the places before, of the neighbours too. */
    undo: z.optional(z.object({ count: z.number(), places: z.array(place) })),
  }),
  z.object({ kind: z.literal('delete_many'), ids: z.array(z.string()) }),
]);
/** A queued change. May wait on the device for days, so it is self-contained. */
export type TaskChange = z.infer<typeof taskChange>;

/** Parses a stored change; undefined if it isn't one. */
export function readTaskChange(kept: unknown): TaskChange | undefined {
  return taskChange.safeParse(kept).data;
}

/** A task as shown: the server's state with unconfirmed changes applied. */
export type ShownTask = ListedTask & {
  /** A change to it is pending. */
  readonly isUnsent?: boolean;
  /** Not on the server yet, so nothing can be done with it. */
  readonly isNew?: boolean;
};

/**
 * Applies unconfirmed changes to the server's state. A refused change needs no rollback: it is no longer
 * applied. Unchanged rows keep their identity.
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
        task.id === change.id
          ? { ...task, ...change.fields, ...whenAfter(task, change.fields), isUnsent: true }
          : task,
      );
    case 'write':
      return tasks.map((task) =>
        task.id === change.id ? { ...task, ...listedValues(change.values), isUnsent: true } : task,
      );
    case 'complete':
      return tasks.map((task) =>
        task.id === change.id ? { ...task, is_completed: change.is_completed, isUnsent: true } : task,
      );
    case 'place':
      return applyPlaces(tasks, [{ id: change.id, ...change.values }]);
    case 'place_many':
      return applyPlaces(tasks, change.places);
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

function applyPlaces(tasks: ShownTask[], places: readonly Place[]): ShownTask[] {
  const byId = new Map(places.map((values) => [values.id, values]));
  return tasks.map((task) => {
    const values = byId.get(task.id);
    return values ? { ...task, ...given(values), isUnsent: true } : task;
  });
}

/** A list shows only whether there are notes. */
function listedValues({ notes, ...values }: WrittenValues): Partial<ListedTask> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...given, ...(notes !== undefined && { has_notes: notes.trim() !== '' }) };
}

/** Drops undefined fields. */
function given(values: z.infer<typeof manyValues> & z.infer<typeof placement>): Partial<ListedTask> {
  const { is_completed, timeframe, due_on, is_dated, project_id, rank } = values;
  return {
    ...(is_completed !== undefined && { is_completed }),
    ...(timeframe !== undefined && { timeframe }),
    ...(due_on !== undefined && { due_on }),
    ...(is_dated !== undefined && { is_dated }),
    ...(rank !== undefined && { rank }),
    ...(project_id !== undefined && { project_id }),
  };
}

/** A changed timeframe without a day is shown under its word until the server has anchored it. */
function whenAfter(task: When, { timeframe, due_on, is_dated = false }: TaskFields): When {
  if (due_on !== undefined) return { timeframe, due_on, is_dated };
  return timeframe === task.timeframe ? whenOf(task) : { timeframe, due_on: null, is_dated: false };
}

function whenOf({ timeframe, due_on, is_dated }: When): When {
  return { timeframe, due_on, is_dated };
}

/** A live update may bring a new task before its request is confirmed. */
function addUnknown(tasks: ShownTask[], additions: readonly Addition[]): ShownTask[] {
  const known = new Set(tasks.map(({ client_id }) => client_id));
  return [...additions.filter(({ client_id }) => !known.has(client_id)).map(toNewTask), ...tasks];
}

function toNewTask({ client_id, fields, project_id }: Addition): ShownTask {
  return {
    ...fields,
    due_on: fields.due_on ?? null,
    is_dated: fields.is_dated ?? false,
    rank: null,
    id: client_id,
    client_id,
    has_notes: false,
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
export function fieldsOf(task: TaskFields): TaskFields {
  const { title, category, priority, timeframe, due_on, is_dated } = task;
  return { title, category, priority, timeframe, due_on, is_dated };
}

export function hasSameFields(a: TaskFields, b: TaskFields): boolean {
  return (
    a.title === b.title &&
    a.category === b.category &&
    a.priority === b.priority &&
    a.timeframe === b.timeframe &&
    (a.due_on === undefined || b.due_on === undefined || a.due_on === b.due_on)
  );
}

export function baseOf(task: Task): TaskBase {
  return { fields: fieldsOf(task), updated_at: task.updated_at };
}
