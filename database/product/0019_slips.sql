-- Delivered answers as slips: a number of their own, whether they were opened, and whether they are folded in the list.
-- All of it is kept with the run, whose row is small: a change is published without the text of the answer.

alter table public.ai_runs
  -- Counts the answers of a person from 1. Null until the answer is delivered: a run without one leaves no gap.
  add column slip_number integer check (slip_number > 0),
  -- When its owner first opened the answer.
  add column opened_at timestamptz,
  -- The owner's choice. Null: the list decides.
  add column is_folded boolean;
create unique index ai_runs_slip_number on public.ai_runs (user_id, slip_number) where slip_number is not null;

-- Their owner changes nothing else of a run.
grant update (opened_at, is_folded) on public.ai_runs to authenticated;
create policy "people open and fold their own slips" on public.ai_runs
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The last number of each person. Not the highest in use: the number of an answer deleted for good is not given again.
create table private.slip_counters (
  user_id uuid primary key references auth.users on delete cascade,
  last_number integer not null
);
alter table private.slip_counters enable row level security;

-- For the credit history, which outlives the run.
alter table private.charged_runs add column slip_number integer;

create function private.number_slip() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.slip_counters as c (user_id, last_number) values (new.user_id, 1)
  on conflict (user_id) do update set last_number = c.last_number + 1
  returning c.last_number into new.slip_number;
  update private.charged_runs n set slip_number = new.slip_number where n.run_id = new.id;
  return new;
end
$$;
revoke execute on function private.number_slip() from public;

-- Numbers the answers delivered before, also those in the trash, in their order. Not published, one by one, as changes.
alter table public.ai_runs disable trigger user;
create temporary table numbered on commit drop as
  select delivered.user_id, delivered.run_id,
         row_number() over (partition by delivered.user_id order by delivered.finished_at, delivered.run_id)::integer
           as slip_number
  from (
    select r.user_id, r.id as run_id, r.finished_at from public.ai_runs r where r.status = 'succeeded'
    union all
    select t.user_id, (kept ->> 'id')::uuid, (kept ->> 'finished_at')::timestamptz
    from public.trash t
    join private.trash_contents c on c.trash_id = t.id
    cross join jsonb_array_elements(c.content -> 'runs') as kept
    where t.kind = 'task' and kept ->> 'status' = 'succeeded'
  ) delivered;
update public.ai_runs r set slip_number = n.slip_number from numbered n where n.run_id = r.id;
update private.charged_runs c set slip_number = n.slip_number from numbered n where n.run_id = c.run_id;
update private.trash_contents c set content = jsonb_set(c.content, '{runs}', (
  select coalesce(jsonb_agg(
    kept || case when n.run_id is null then '{}' else jsonb_build_object('slip_number', n.slip_number) end order by at
  ), '[]')
  from jsonb_array_elements(c.content -> 'runs') with ordinality as runs (kept, at)
  left join numbered n on n.run_id = (kept ->> 'id')::uuid
))
where c.content ? 'runs';
insert into private.slip_counters (user_id, last_number)
  select n.user_id, max(n.slip_number) from numbered n join auth.users u on u.id = n.user_id group by n.user_id;
alter table public.ai_runs enable trigger user;

create trigger number_slip before insert or update of status on public.ai_runs
  for each row when (new.status = 'succeeded' and new.slip_number is null)
  execute function private.number_slip();

-- As before, with the number of the slip: that of the delivered answer, none for a run without one.
drop function public.credit_history();
create function public.credit_history()
returns table (
  line bigint, created_at timestamptz, kind text, amount integer, balance bigint, expires_at timestamptz,
  run_id uuid, ai_task_type text, task_title text, reason text, error_code text, slip_number integer
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
  select c.line, c.created_at, c.kind, c.amount, c.balance, c.expires_at, c.run_id, n.ai_task_type,
    coalesce(t.title, b.title), c.reason, r.error_code, n.slip_number
  from counted c
  left join private.charged_runs n on n.run_id = c.run_id
  left join public.ai_runs r on r.id = c.run_id
  left join public.tasks t on t.id = n.task_id
  left join public.trash b on b.id = n.task_id
  order by c.line desc
$$;
revoke execute on function public.credit_history() from public, anon, service_role;
grant execute on function public.credit_history() to authenticated;
