import type { Runner } from '../db/database.ts';

/** One attempt at a job: a later one, by whomever, has a higher count. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

/**
 * How often a job may be taken over from dead processes. A job that kills its process each time must end some day:
 * beyond this, pg-boss fails it when it expires.
 */
const MOST_RETRIES = 50;

/**
 * Hands jobs back whose process gave no sign of life for `silence` seconds, as if they had never been begun: one more
 * retry makes up for the one that the next attempt counts. pg-boss would wait for their expiry, minutes later.
 */
export async function handBackLost(runner: Runner, silence: number): Promise<string[]> {
  const rows = await runner.query<{ queue: string }>(
    `update pgboss.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
     where state = 'active' and retry_limit < $2
       and greatest(heartbeat_on, started_on) <= now() - make_interval(secs => $1)
     returning name as queue`,
    [silence, MOST_RETRIES],
  );
  return rows.map(({ queue }) => queue);
}

/** Hands back what this process had begun and will not finish. */
export async function handBack(runner: Runner, attempts: readonly Attempt[]): Promise<void> {
  await runner.query(
    `update pgboss.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
     from unnest($1::uuid[], $2::int[]) as held (id, attempt)
     where job.id = held.id and job.retry_count = held.attempt and state = 'active'`,
    columnsOf(attempts),
  );
}

/** A sign of life for these attempts. Returns the jobs that are still held by them. */
export async function showLife(runner: Runner, attempts: readonly Attempt[]): Promise<Set<string>> {
  const rows = await runner.query<{ id: string }>(
    `update pgboss.job set heartbeat_on = now()
     from unnest($1::uuid[], $2::int[]) as held (id, attempt)
     where job.id = held.id and job.retry_count = held.attempt and state = 'active'
     returning job.id`,
    columnsOf(attempts),
  );
  return new Set(rows.map(({ id }) => id));
}

function columnsOf(attempts: readonly Attempt[]): [ids: string[], counts: number[]] {
  return [attempts.map(({ id }) => id), attempts.map(({ retryCount }) => retryCount)];
}

/** Which of these queues have a job that may start now. One statement for all of them. */
export async function queuesWithWork(runner: Runner, queues: readonly string[]): Promise<string[]> {
  const rows = await runner.query<{ queue: string }>(
    `select wanted.queue from unnest($1::text[]) as wanted (queue)
     where exists (
       select from pgboss.job where name = wanted.queue and state < 'active' and not blocked and start_after <= now()
     )`,
    [queues],
  );
  return rows.map(({ queue }) => queue);
}

/** Forgets all work that waits or was begun. Only before a queue is started: of a database that was restored. */
export async function forgetWork(runner: Runner): Promise<void> {
  const [queue] = await runner.query<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  );
  if (queue?.exists) await runner.query("delete from pgboss.job where state < 'completed'");
}
