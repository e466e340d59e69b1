import type { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';
import { taskRow } from '#domain/rows/task-row.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import type { TaskChange, WrittenValues } from './task-change.ts';
import { ChangedElsewhere, DeletedElsewhere } from './task-refusals.ts';
import { timeLimit } from './time-limit.ts';

export const openedRow = z.extend(taskRow, { notes: z.string() });
/** A task with its notes. */
export type OpenedTask = z.infer<typeof openedRow>;

const FIELDS = ['title', 'notes', 'category', 'priority', 'timeframe', 'project_id'] as const;

const COLUMNS = columnsOf(openedRow);

/**
 * The last values that this page wrote, by task. A queue of writes has one base: those in front of a write have
 * changed the row, but not elsewhere.
 */
const written = new Map<string, WrittenValues>();

/** Saves the given values, unless one of the same fields was changed elsewhere. Other fields don't matter. */
export async function writeTask(
  server: PostgrestClient,
  { id, values, base }: TaskChange & { kind: 'write' },
): Promise<OpenedTask> {
  const row = base === undefined ? null : await readRow(server, id);
  if (row && base && isChanged(row, { values, base, own: written.get(id) }))
    throw new ChangedElsewhere(taskRow.parse(row), row.notes);
  let update = server.from('tasks').update(values).eq('id', id);
  if (row) update = update.eq('updated_at', row.updated_at);
  const { data } = await update.select(COLUMNS).abortSignal(timeLimit()).maybeSingle().throwOnError();
  // Changed between the two requests: compare again.
  if (data === null && row) return writeTask(server, { kind: 'write', id, values, base });
  if (data === null) throw new DeletedElsewhere();
  const stored = openedRow.parse(data);
  written.set(id, stored);
  return stored;
}

async function readRow(server: PostgrestClient, id: string): Promise<OpenedTask> {
  const found = server.from('tasks').select(COLUMNS).eq('id', id).abortSignal(timeLimit()).maybeSingle();
  const { data } = await found.throwOnError();
  if (data === null) throw new DeletedElsewhere();
  return openedRow.parse(data);
}

interface Writing {
  readonly values: WrittenValues;
  readonly base: WrittenValues;
  readonly own: WrittenValues | undefined;
}

/** True if a field to be written has another value than its editor saw, wrote before, or is about to write. */
export function isChanged(row: OpenedTask, { values, base, own = {} }: Writing): boolean {
  return FIELDS.some(
    (field) => values[field] !== undefined && ![values[field], base[field], own[field]].includes(row[field]),
  );
}
