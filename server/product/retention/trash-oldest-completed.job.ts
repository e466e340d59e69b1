import { COMPLETED_KEPT } from '#domain/task.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Moves each user's completed tasks beyond the newest hundred to the trash, unless they have disabled it. */
export async function trashOldestCompleted(database: Database, signal: AbortSignal): Promise<void> {
  const users = await database.query<{ user_id: string }>(
    `select t.user_id from public.tasks t
     left join public.user_settings s on s.user_id = t.user_id
     where t.is_completed and coalesce(s.remove_oldest_completed, true)
     group by t.user_id having count(*) > $1`,
    [COMPLETED_KEPT],
  );
  for (const { user_id: userId } of users) {
    if (signal.aborted) return;
    await database.query('select private.trash_oldest_completed($1, $2)', [userId, COMPLETED_KEPT]);
  }
}
