import { z } from 'zod';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import type { Transaction } from '#server/platform/db/database.ts';

const firstTask = z.object({
  title: z.string().trim(),
  client_id: z.uuid(),
  /** Today, where the user is. Absent from pages loaded before an update. */
  due_on: z.iso.date().optional(),
});

/**
 * Adds the task that was typed before sign-up and sent with its data. On account creation, so exactly once: the
 * confirmation may be opened in another browser, or twice. Anything that isn't a task is skipped without
 * failing the sign-up.
 */
export async function addFirstTask(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx.query<{ first_task: unknown }>(
    `select raw_user_meta_data -> 'first_task' as first_task from auth.users
     where id = $1 and raw_user_meta_data ? 'first_task'`,
    [userId],
  );
  if (!person) return;
  const { data: task } = firstTask.safeParse(person.first_task);
  const added = task ? await insertTask(tx, userId, task) : false;
  // Browsers that also kept the task match it by id. The text would be in every token and outlive the task.
  const left = task && added ? { first_task: { client_id: task.client_id } } : {};
  await tx.query(
    "update auth.users set raw_user_meta_data = raw_user_meta_data - 'first_task' || $2::jsonb where id = $1",
    [userId, left],
  );
  await tx.query(
    "update auth.identities set identity_data = identity_data - 'first_task' where user_id = $1",
    [userId],
  );
}

async function insertTask(
  tx: Transaction,
  userId: string,
  { title, client_id, due_on }: z.infer<typeof firstTask>,
): Promise<boolean> {
  // Repeats the check in SQL: a title that is blank only to the database would fail the sign-up.
  const added = await tx.query(
    `insert into public.tasks (user_id, title, client_id, due_on)
     select $1, left(t.title, $4::int), $3, $5::date from (select regexp_replace($2, '^\\s+|\\s+$', '', 'g') as title) t
     where t.title <> '' returning id`,
    [userId, title, client_id, TASK_TITLE_MAX, due_on ?? null],
  );
  return added.length > 0;
}
