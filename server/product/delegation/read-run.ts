import { type WholeRun, wholeRun } from '#domain/functions/answers.ts';
import type { Runner } from '#server/platform/db/database.ts';

/** A user's run in the format of the data API; null if they have none with this id. */
export async function readRun(runner: Runner, userId: string, runId: string): Promise<WholeRun | null> {
  const [row] = await runner.query<{ run: unknown }>(
    'select to_jsonb(r) as run from public.ai_runs r where r.user_id = $1 and r.id = $2',
    [userId, runId],
  );
  return row ? wholeRun.parse(row.run) : null;
}

/** What the log and the counters are told of a run. */
export const namesOfRun = ({ id, ai_task_type, is_demo, is_unpaid }: WholeRun) => ({
  run_id: id,
  ai_task_type,
  is_demo,
  is_unpaid: is_unpaid === true,
});
