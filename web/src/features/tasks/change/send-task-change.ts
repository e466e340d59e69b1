import type { PostgrestClient } from '@supabase/postgrest-js';
import { type Task, taskRow } from '#domain/rows/task-row.ts';
import { isDuplicate } from '#web/lib/server/refusal.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import {
  type Addition,
  baseOf,
  hasSameFields,
  type Place,
  type TaskBase,
  type TaskChange,
  type TaskFields,
} from './task-change.ts';
import { ChangedElsewhere, DeletedElsewhere } from './task-refusals.ts';
import { timeLimit } from './time-limit.ts';
import { writeTask } from './write-task.ts';

const COLUMNS = columnsOf(taskRow);

/** Sends a change. Resolves to the affected tasks as stored. */
export async function sendTaskChange(change: TaskChange): Promise<Task[]> {
  const server = await supabase();
  switch (change.kind) {
    case 'add':
      return addTasks(server, [change]);
    case 'add_many':
      return addTasks(server, change.tasks);
    case 'edit':
      return [await editTask(server, change.id, change.fields, change.base)];
    case 'write':
      return [await writeTask(server, change)];
    case 'complete': {
      const task = await updateTask(server, change.id, { is_completed: change.is_completed });
      if (task === null) throw new DeletedElsewhere();
      return [task];
    }
    case 'place':
      return placeTasks(server, [{ id: change.id, ...change.values }]);
    case 'place_many':
      return placeTasks(server, change.places);
    case 'delete':
      await server.from('tasks').delete().eq('id', change.id).abortSignal(timeLimit()).throwOnError();
      return [];
    case 'change_many':
      return inParts(change.ids, async (ids) => {
        const changed = server.from('tasks').update(change.values).in('id', ids).select(COLUMNS);
        return parseRows(taskRow, (await changed.abortSignal(timeLimit()).throwOnError()).data);
      });
    case 'delete_many':
      return inParts(change.ids, async (ids) => {
        await server.from('tasks').delete().in('id', ids).abortSignal(timeLimit()).throwOnError();
        return [];
      });
  }
}

/** Ids go into the URL, which the server accepts up to 16 kB. */
const IDS_AT_ONCE = 100;

async function inParts(
  ids: readonly string[],
  send: (part: readonly string[]) => Promise<Task[]>,
): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    tasks.push(...(await send(ids.slice(at, at + IDS_AT_ONCE))));
  }
  return tasks;
}

/** All or none, but for tasks deleted elsewhere. */
async function placeTasks(server: PostgrestClient, places: readonly Place[]): Promise<Task[]> {
  const placed = server
    .rpc('place_tasks', { places })
    .select<string, unknown[]>(COLUMNS)
    .abortSignal(timeLimit());
  const tasks = parseRows(taskRow, (await placed.throwOnError()).data);
  if (tasks.length === 0) throw new DeletedElsewhere();
  return tasks;
}

/** All or none. On a resend after a lost response, reads the existing rows. */
async function addTasks(server: PostgrestClient, additions: readonly Addition[]): Promise<Task[]> {
  const tasks = server.from('tasks');
  const rows = additions.map(({ client_id, fields, project_id }) => ({ ...fields, client_id, project_id }));
  try {
    const added = tasks.insert(rows).select(COLUMNS).abortSignal(timeLimit());
    return parseRows(taskRow, (await added.throwOnError()).data);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const ids = additions.map(({ client_id }) => client_id);
    const known = tasks.select(COLUMNS).in('client_id', ids).abortSignal(timeLimit());
    return parseRows(taskRow, (await known.throwOnError()).data);
  }
}

/** With a `base`, only if the task wasn't edited since. Completion and delegation don't count as edits. */
async function editTask(
  server: PostgrestClient,
  id: string,
  fields: TaskFields,
  base?: TaskBase,
): Promise<Task> {
  const edited = await updateTask(server, id, fields, base?.updated_at);
  if (edited) return edited;
  const found = server.from('tasks').select(COLUMNS).eq('id', id).abortSignal(timeLimit()).maybeSingle();
  const { data } = await found.throwOnError();
  if (data === null) throw new DeletedElsewhere();
  const task = taskRow.parse(data);
  if (hasSameFields(task, fields)) return task;
  if (base && !hasSameFields(task, base.fields)) throw new ChangedElsewhere(task);
  return editTask(server, id, fields, base && baseOf(task));
}

async function updateTask(
  server: PostgrestClient,
  id: string,
  values: object,
  updatedAt?: string,
): Promise<Task | null> {
  let update = server.from('tasks').update(values).eq('id', id);
  if (updatedAt !== undefined) update = update.eq('updated_at', updatedAt);
  const { data } = await update.select(COLUMNS).abortSignal(timeLimit()).maybeSingle().throwOnError();
  return data === null ? null : taskRow.parse(data);
}
