import type { Database, Row } from '#server/platform/db/database.ts';
import type { TestUser } from './factories.ts';

/** What is stored of runs, counted by tests that must know it happened once, or not at all. */

export async function runsOf(database: Database, user: TestUser): Promise<number> {
  return (await database.query('select from public.ai_runs where user_id = $1', [user.id])).length;
}

export async function callsOf(database: Database, runId: string): Promise<number> {
  return (await database.query('select from private.provider_calls where run_id = $1', [runId])).length;
}

export function responsesOf(database: Database, runId: string): Promise<Row[]> {
  return database.query('select * from public.ai_responses where run_id = $1', [runId]);
}
