import type { Runner } from '../db/database.ts';

/** One attempt at a job; each later attempt, by any process, has a higher count. */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

/**
 * How often a job may be taken over from dead processes, so that one that always kills its process ends at some
 * point: beyond this, pg-boss fails it when it expires.
 */
const MOST_RETRIES = 50;

/**
 * Returns jobs of processes without a heartbeat for `silence` seconds to the queue, as if never started: one more
 * retry compensates for the one that the next attempt counts. pg-boss would wait minutes for their expiry.
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

/** Returns unfinished jobs of this process to the queue. */
export async function handBack(runner: Runner, attempts: readonly Attempt[]): Promise<void> {
  await runner.query(
    `update pgboss.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
     from unnest($1::uuid[], $2::int[]) as held (id, attempt)
     where job.id = held.id and job.retry_count = held.attempt and state = 'active'`,
    columnsOf(attempts),
  );
}

/** Renews the heartbeat of these attempts. Returns the jobs they still hold. */
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

export interface WaitingWork {
  readonly queue: string;
  /** Milliseconds until its next job may start; 0 or less: now. */
  readonly wait: number;
}

/** Returns the queues with waiting jobs, in a single statement. */
export function waitingWork(runner: Runner, queues: readonly string[]): Promise<WaitingWork[]> {
  return runner.query<{ queue: string; wait: number }>(
    `select wanted.queue, (extract(epoch from next.due - now()) * 1000)::float8 as wait
     from unnest($1::text[]) as wanted (queue) cross join lateral (
       select min(start_after) as due from pgboss.job where name = wanted.queue and state < 'active' and not blocked
     ) next where next.due is not null`,
    [queues],
  );
}

/** Drops all queued and started work, before any queue is started: for a restored database. */
export async function forgetWork(runner: Runner): Promise<void> {
  const [queue] = await runner.query<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  );
  if (queue?.exists) await runner.query("delete from pgboss.job where state < 'completed'");
}
