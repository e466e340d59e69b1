-- The ledger names each run by its id, from which answers, receipts and toasts take their number too: a slip had another
-- number here than there.
drop function public.credit_history();
-- The caller's ledger as a person reads it, the newest line first. `line` counts from the first one.
create function public.credit_history()
returns table (
  line bigint, created_at timestamptz, kind text, amount integer, balance bigint, expires_at timestamptz,
  run_id uuid, ai_task_type text, task_title text, reason text, error_code text
)
language sql stable security definer set search_path = '' as $$
  with ledger as (
    -- Lines of one moment in the order in which they follow from each other.
    select g.id, g.created_at, 0 as place, g.kind, g.amount, g.expires_at, null::uuid as run_id, null as reason
    from public.credit_grants g where g.user_id = auth.uid()
    union all
    select e.id, e.created_at, case e.kind when 'debit' then 1 when 'refund' then 2 else 3 end, e.kind, e.amount,
           null, e.run_id, e.reason
    -- 0: a grant that was spent to the end is closed, which is no news.
    from public.credit_entries e where e.user_id = auth.uid() and e.amount <> 0
  ),
  counted as (
    select l.*,
      row_number() over moments as line,
      sum(l.amount) over moments as balance
    from ledger l
    window moments as (order by l.created_at, l.place, l.id)
  )
  select c.line, c.created_at, c.kind, c.amount, c.balance, c.expires_at, c.run_id, n.ai_task_type, coalesce(t.title, b.title), c.reason, r.error_code
  from counted c
  left join private.charged_runs n on n.run_id = c.run_id
  left join public.ai_runs r on r.id = c.run_id
  left join public.tasks t on t.id = n.task_id
  left join public.trash b on b.id = n.task_id
  order by c.line desc
$$;
revoke execute on function public.credit_history() from public, anon, service_role;
grant execute on function public.credit_history() to authenticated;
