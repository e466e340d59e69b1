import type { SupabaseClient } from '@supabase/supabase-js';
import { isDuplicate } from '#web/lib/refusal.ts';
import { columnsOf, type Task, taskRow } from '#web/lib/rows.ts';
import { supabase } from '#web/lib/supabase.ts';
import type { TaskChange } from './task-change.ts';

type Addition = Extract<TaskChange, { kind: 'add' }>;

/** Without an answer by then the change is sent again; it carries what makes that harmless. */
const TIME_LIMIT_MS = 15_000;

const COLUMNS = columnsOf(taskRow);

/** Sends one change. Answers with the task as the server has it now, or null where there is none left. */
export async function sendTaskChange(change: TaskChange): Promise<Task | null> {
  const server = await supabase();
  switch (change.kind) {
    case 'add':
      return addTask(server, change);
    case 'edit':
      return updateTask(server, change.id, change.fields);
    case 'complete':
      return updateTask(server, change.id, { is_completed: change.is_completed });
    case 'delete':
      await server.from('tasks').delete().eq('id', change.id).abortSignal(timeLimit()).throwOnError();
      return null;
  }
}

async function addTask(server: SupabaseClient, change: Addition): Promise<Task> {
  const { client_id, fields, project_id } = change;
  const tasks = server.from('tasks');
  try {
    const row = { ...fields, client_id, project_id };
    const added = tasks.insert(row).select(COLUMNS).abortSignal(timeLimit()).single();
    return taskRow.parse((await added.throwOnError()).data);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const known = tasks.select(COLUMNS).eq('client_id', client_id).abortSignal(timeLimit()).single();
    return taskRow.parse((await known.throwOnError()).data);
  }
}

async function updateTask(server: SupabaseClient, id: string, values: object): Promise<Task | null> {
  const { data } = await server
    .from('tasks')
    .update(values)
    .eq('id', id)
    .select(COLUMNS)
    .abortSignal(timeLimit())
    .maybeSingle()
    .throwOnError();
  return data === null ? null : taskRow.parse(data);
}

function timeLimit(): AbortSignal {
  return AbortSignal.timeout(TIME_LIMIT_MS);
}
