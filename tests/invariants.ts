import { expect } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';

/** What must hold whatever has happened. Each query finds the rows that break its sentence. */
type Invariants = Readonly<Record<string, string>>;

const LEDGER: Invariants = {
  "a person's history sums up to what the profile says is left": `
    select p.id, p.credits_limit, p.credits_used, g.total + e.total as history
    from public.profiles p
    cross join lateral (select coalesce(sum(amount), 0) as total from public.credit_grants where user_id = p.id) g
    cross join lateral (select coalesce(sum(amount), 0) as total from public.credit_entries where user_id = p.id) e
    where p.credits_limit - p.credits_used <> g.total + e.total`,

  'the limit is the worth of the open grants, and what is used is what was consumed of them': `
    select p.id, p.credits_limit, p.credits_used, open.worth, open.consumed
    from public.profiles p
    cross join lateral (
      select coalesce(sum(g.amount + e.revoked), 0) as worth, coalesce(sum(e.consumed), 0) as consumed
      from public.credit_grants g
      cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'revoke'), 0) as revoked,
               coalesce(-sum(amount) filter (where kind in ('debit', 'refund')), 0) as consumed,
               coalesce(bool_or(kind = 'expire' and run_id is null), false) as closed
        from public.credit_entries where grant_id = g.id
      ) e
      where g.user_id = p.id and not e.closed
    ) open
    where (p.credits_limit, p.credits_used) <> (open.worth, open.consumed)`,

  'no grant was ever spent beyond its amount, and none that has expired has anything left': `
    select g.id, g.amount, e.total, e.closed
    from public.credit_grants g
    cross join lateral (
      select coalesce(sum(amount), 0) as total,
             coalesce(bool_or(kind = 'expire' and run_id is null), false) as closed
      from public.credit_entries where grant_id = g.id
    ) e
    where g.amount + e.total < 0 or g.amount + e.total > g.amount or (e.closed and g.amount + e.total <> 0)`,
};

const RUNS: Invariants = {
  'a run that was paid for is charged once; its credit is back exactly if it failed or was cancelled': `
    select r.id, r.status, r.is_demo, e.debits, e.refunds
    from public.ai_runs r
    cross join lateral (
      select count(*) filter (where kind = 'debit') as debits, count(*) filter (where kind = 'refund') as refunds
      from public.credit_entries where run_id = r.id
    ) e
    where (e.debits, e.refunds) <> (
      case when r.is_demo then 0 else 1 end,
      case when not r.is_demo and r.status in ('failed', 'cancelled') then 1 else 0 end)`,

  'a credit that is charged for a deleted run was charged for a finished one': `
    select e.run_id, e.user_id
    from public.credit_entries e
    where e.kind = 'debit'
      and not exists (select from public.credit_entries b where b.run_id = e.run_id and b.kind = 'refund')
      and not exists (select from public.ai_runs r where r.id = e.run_id)
      and exists (select from auth.users u where u.id = e.user_id)
      and not exists (
        select from private.trash_contents c, jsonb_array_elements(c.content -> 'runs') r
        where r ->> 'id' = e.run_id::text and r ->> 'status' = 'succeeded')`,

  'a run has an answer exactly if it has succeeded, and a lease exactly while it lives': `
    select r.id, r.status, (a.id is not null) as answered, (l.run_id is not null) as leased
    from public.ai_runs r
    left join public.ai_responses a on a.run_id = r.id
    left join private.run_leases l on l.run_id = r.id
    where (a.id is not null) <> (r.status = 'succeeded')
       or (l.run_id is not null) <> (r.status in ('queued', 'running'))`,

  'a task with a run is marked, and a run that has ended holds no unfinished text': `
    select r.id, r.status, t.ai_assisted, r.partial_text
    from public.ai_runs r join public.tasks t on t.id = r.task_id
    where not t.ai_assisted or (r.finished_at is not null and r.partial_text <> '')`,
};

/** Call it after every test that touches credits or runs. */
export async function assertInvariants(database: Database): Promise<void> {
  await assertLedgerInvariants(database);
  await assertAll(database, RUNS);
}

/** For tests that spend credits without runs. */
export function assertLedgerInvariants(database: Database): Promise<void> {
  return assertAll(database, LEDGER);
}

async function assertAll(database: Database, invariants: Invariants): Promise<void> {
  for (const [sentence, sql] of Object.entries(invariants)) {
    expect(await database.query(sql), sentence).toEqual([]);
  }
}
