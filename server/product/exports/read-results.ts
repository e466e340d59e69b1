import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import type { StoredResult } from '../files/file-job.ts';

/** An answer of the user, with the name of its PDF in the archive. */
export interface AccountResult {
  readonly run_id: string;
  readonly name: string;
}

/** All answers that are texts, the newest first. Pictures are files of their own. */
export async function listResults(database: Database, userId: string): Promise<AccountResult[]> {
  const rows = await database.query<{ run_id: string; slip_number: number | null; title: string }>(
    `select r.run_id, a.slip_number, t.title
     from public.ai_responses r
     join public.ai_runs a on (a.user_id, a.id) = (r.user_id, r.run_id)
     join public.tasks t on (t.user_id, t.id) = (r.user_id, r.task_id)
     where r.user_id = $1 and r.files = '[]'
     order by r.created_at desc, r.run_id`,
    [userId],
    { limit: 60_000 },
  );
  return rows.map(({ run_id, slip_number, title }) => ({
    run_id,
    name: `answers/${slip_number === null ? run_id.slice(0, 8) : String(slip_number).padStart(4, '0')}-${readableName(title)}.pdf`,
  }));
}

/** Valid on every system: without signs that mean something in a path, and within its length. */
export function readableName(name: string): string {
  return Array.from(name.replace(/[\\/:*?"<>|\p{C}]/gu, '_').replace(/^\.+|[. ]+$/g, '_'))
    .slice(-100)
    .join('');
}

const storedRows = z.object({
  title: z.string(),
  run: z.unknown(),
  events: z.array(z.unknown()),
  answer: z.unknown(),
});

/** What a PDF of it is made from; null if it was deleted since it was listed. */
export async function readResult(
  database: Database,
  userId: string,
  runId: string,
): Promise<Omit<StoredResult, 'brand'> | null> {
  const [row] = await database.query(
    `select t.title, to_jsonb(a) as run, to_jsonb(r) as answer, (
       select coalesce(jsonb_agg(to_jsonb(e) order by e.seq), '[]') from public.ai_run_events e
       where (e.user_id, e.run_id) = (a.user_id, a.id)) as events
     from public.ai_responses r
     join public.ai_runs a on (a.user_id, a.id) = (r.user_id, r.run_id)
     join public.tasks t on (t.user_id, t.id) = (r.user_id, r.task_id)
     where r.user_id = $1 and r.run_id = $2`,
    [userId, runId],
  );
  if (!row) return null;
  const { title, ...rows } = storedRows.parse(row);
  return { title, rows };
}
