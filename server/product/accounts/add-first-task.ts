import { z } from 'zod';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import type { Transaction } from '#server/platform/db/database.ts';

const firstTask = z.object({ title: z.string().trim(), client_id: z.uuid() });

/**
 * Adds the task that was typed before the sign-up and came along in its data. Once, because an account is made once:
 * the browser that opens the confirmation may be another one, or a third. What is not a task is not added, and no
 * reason to refuse the account.
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
  // The browsers that have it too go by the id. The text would travel in every token, and outlive the task.
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
  { title, client_id }: z.infer<typeof firstTask>,
): Promise<boolean> {
  // Once more by the database's own rule: a title that is blank by it alone would end the sign-up.
  const added = await tx.query(
    `insert into public.tasks (user_id, title, client_id)
     select $1, left(t.title, $4::int), $3 from (select regexp_replace($2, '^\\s+|\\s+$', '', 'g') as title) t
     where t.title <> '' returning id`,
    [userId, title, client_id, TASK_TITLE_MAX],
  );
  return added.length > 0;
}
