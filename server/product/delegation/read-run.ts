import { type WholeRun, wholeRun } from '#domain/functions/answers.ts';
import type { Runner } from '#server/platform/db/database.ts';

/** A person's run as the data API would answer it; null when there is none of theirs. */
export async function readRun(runner: Runner, userId: string, runId: string): Promise<WholeRun | null> {
  const [row] = await runner.query<{ run: unknown }>(
    'select to_jsonb(r) as run from public.ai_runs r where r.user_id = $1 and r.id = $2',
    [userId, runId],
  );
  return row ? wholeRun.parse(row.run) : null;
}
