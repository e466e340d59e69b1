-- Credits as people read them: what became of each, and what is left.

-- The task and type of each charged run, because the run itself is deleted with its task. No words of the task are
-- kept here, so that a deleted task is deleted.
create table private.charged_runs (
  run_id uuid primary key,
  task_id uuid not null,
  ai_task_type text not null
);
alter table private.charged_runs enable row level security;

create function private.note_charged_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Restoring a task from the trash inserts its runs again.
  insert into private.charged_runs (run_id, task_id, ai_task_type) values (new.id, new.task_id, new.ai_task_type)
  on conflict (run_id) do nothing;
  return null;
end
$$;
create trigger note_charged_run after insert on public.ai_runs
  for each row when (not new.is_demo) execute function private.note_charged_run();

-- Returns the caller's ledger, the newest line first. `line` counts from the first one. A run is named by its id, from
-- which answers, receipts and toasts take their number too. A title and a reason are there as long as the task is, in
-- the list or in the trash.
create function public.credit_history()
returns table (
  line bigint, created_at timestamptz, kind text, amount integer, balance bigint, expires_at timestamptz,
  run_id uuid, ai_task_type text, task_title text, reason text, error_code text
)
language sql stable security definer set search_path = '' as $$
  with ledger as (
    -- `place` orders lines of one moment by cause and effect.
    select g.id, g.created_at, 0 as place, g.kind, g.amount, g.expires_at, null::uuid as run_id, null as reason
    from public.credit_grants g where g.user_id = auth.uid()
    union all
    select e.id, e.created_at, case e.kind when 'debit' then 1 when 'refund' then 2 else 3 end, e.kind, e.amount,
           null, e.run_id, e.reason
    -- 0 closes a grant that was fully spent: not worth a line.
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

-- Returns the caller's grants that have credits left, in the order in which they are spent.
create function public.credits_left()
returns table (grant_id uuid, kind text, granted integer, remaining integer, expires_at timestamptz, granted_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.grant_id, g.kind, b.granted, b.granted - b.spent, b.expires_at, b.granted_at
  from private.credit_balances b join public.credit_grants g on g.id = b.grant_id
  where b.user_id = auth.uid() and b.spent < b.granted and (b.expires_at is null or b.expires_at > now())
  order by b.expires_at nulls last, b.granted_at, b.grant_id
$$;
revoke execute on function public.credits_left() from public, anon, service_role;
grant execute on function public.credits_left() to authenticated;
