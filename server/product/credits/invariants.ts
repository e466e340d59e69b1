/**
 * Invariants of the ledger: tests check them after everything they do, an operator with `reconcile`. Each query
 * returns the rows that violate it.
 */
export type Invariants = Readonly<Record<string, string>>;

export const LEDGER_INVARIANTS: Invariants = {
  "a person's credit history adds up to the credits their profile shows": `
    select p.id, p.credits_limit, p.credits_used, g.total + e.total as history
    from public.profiles p
    cross join lateral (select coalesce(sum(amount), 0) as total from public.credit_grants where user_id = p.id) g
    cross join lateral (select coalesce(sum(amount), 0) as total from public.credit_entries where user_id = p.id) e
    where p.credits_limit - p.credits_used <> g.total + e.total`,

  'the limit equals the sum of the open grants, and the used credits equal what was spent from them': `
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

  'what can be spent of a grant is what its entries leave, and nothing of a closed one': `
    select g.id, b.granted, b.spent, g.amount + e.total as "left", e.closed
    from public.credit_grants g
    cross join lateral (
      select coalesce(sum(amount), 0) as total,
             coalesce(bool_or(kind = 'expire' and run_id is null), false) as closed
      from public.credit_entries where grant_id = g.id
    ) e
    left join private.credit_balances b on b.grant_id = g.id
    where (b.granted - b.spent) is distinct from case when e.closed then null else g.amount + e.total end`,

  'no grant is overspent, and expired grants have nothing left': `
    select g.id, g.amount, e.total, e.closed
    from public.credit_grants g
    cross join lateral (
      select coalesce(sum(amount), 0) as total,
             coalesce(bool_or(kind = 'expire' and run_id is null), false) as closed
      from public.credit_entries where grant_id = g.id
    ) e
    where g.amount + e.total < 0 or g.amount + e.total > g.amount or (e.closed and g.amount + e.total <> 0)`,

  "a code's redemptions match its grants and don't exceed its limit": `
    select c.id, c.uses, c.used, coalesce(g.grants, 0) as grants
    from public.redeem_codes c
    left join (
      -- One pass over the grants, however many codes there are.
      select split_part(source_ref, ' ', 1) as code_id, amount, count(*) as grants
      from public.credit_grants where source = 'redeem' and kind = 'redeem' group by 1, 2
    ) g on g.code_id = c.id::text and g.amount = c.credits
    where c.used <> coalesce(g.grants, 0) or c.used > c.uses`,
};

export const RUN_INVARIANTS: Invariants = {
  'a run is charged once, unless it is a demo or unpaid, and refunded if and only if it failed or was cancelled': `
    select r.id, r.status, r.is_demo, r.is_unpaid, e.debits, e.refunds
    from public.ai_runs r
    cross join lateral (
      select count(*) filter (where kind = 'debit') as debits, count(*) filter (where kind = 'refund') as refunds
      from public.credit_entries where run_id = r.id
    ) e
    where (e.debits, e.refunds) <> (
      case when r.is_demo or r.is_unpaid is true then 0 else 1 end,
      case when not r.is_demo and r.is_unpaid is not true and r.status in ('failed', 'cancelled') then 1 else 0 end)`,

  "a run has an answer if and only if it succeeded, and a lease if and only if it's active": `
    select r.id, r.status, (a.id is not null) as answered, (l.run_id is not null) as leased
    from public.ai_runs r
    left join public.ai_responses a on a.run_id = r.id
    left join private.run_leases l on l.run_id = r.id
    where (a.id is not null) <> (r.status = 'succeeded')
       or (l.run_id is not null) <> (r.status in ('waiting', 'queued', 'running'))`,

  'a task with a run is marked as AI-assisted, and an ended run has no unfinished text': `
    select r.id, r.status, t.ai_assisted, r.partial_text
    from public.ai_runs r join public.tasks t on t.id = r.task_id
    where not t.ai_assisted or (r.finished_at is not null and r.partial_text <> '')`,
};

/** Payments and what was granted for them. */
export const BILLING_INVARIANTS: Invariants = {
  'a paid pack is granted once, and nothing is granted without payment': `
    select coalesce(p.payment_ref, g.source_ref) as payment, p.item, g.amount
    from (select * from public.purchases where item like 'pack_%') p
    full join (select * from public.credit_grants where source = 'payment' and source_ref not like '% again %') g
      on g.source_ref = p.payment_ref
    left join private.checkout_orders o on o.checkout_ref = p.checkout_ref
    where p.id is null or g.id is null or g.user_id <> p.user_id
       or g.amount <> coalesce(o.credits, substr(p.item, 6)::integer)`,

  'no month of a plan is granted without a paid invoice': `
    select g.source_ref, g.amount
    from public.credit_grants g
    where g.source = 'plan-month' and g.source_ref not like '% again %' and not exists (
      select from private.plan_periods p
      where p.bill_ref = split_part(g.source_ref, ' ', 1) and p.user_id = g.user_id
        and g.amount = p.credits)`,

  'what is granted again after a failed refund equals what that refund took': `
    select r.id, r.credits_revoked, r.undone_at, g.again
    from private.payment_reversals r
    join (
      select substring(source_ref from '[^ ]+$') as refund, sum(amount) as again
      from public.credit_grants where source in ('payment', 'plan-month') and source_ref like '% again %' group by 1
    ) g on g.refund = r.id
    where r.undone_at is null or g.again > r.credits_revoked`,

  'nothing is left to spend of what was fully refunded': `
    select p.payment_ref, b.granted, b.spent
    from public.purchases p
    join public.credit_grants g on g.source in ('payment', 'plan-month') and split_part(g.source_ref, ' ', 1) = p.payment_ref
    join private.credit_balances b on b.grant_id = g.id
    where p.refunded_cents >= p.amount_cents and p.amount_cents > 0 and b.granted > b.spent
      -- What failed after the money went back is the person's again.
      and not exists (
        select from public.credit_entries e
        where e.grant_id = g.id and e.kind = 'refund'
          and e.created_at > (
            select min(v.created_at) from public.credit_entries v where v.grant_id = g.id and v.kind = 'revoke'))
      -- Of what was spent to the end by then, nothing could be taken.
      and not exists (
        select from public.credit_entries e
        where e.grant_id = g.id and e.kind = 'refund' and not exists (
          select from public.credit_entries v where v.grant_id = g.id and v.kind = 'revoke'))`,
};
