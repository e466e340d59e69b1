-- What people look up and settle about their own account: what became of their credits, where they are signed in.

-- What a charged run was, for the history of credits: the run itself goes with its task. No words of the task are
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
  -- A run comes a second time when its task is restored from the trash.
  insert into private.charged_runs (run_id, task_id, ai_task_type) values (new.id, new.task_id, new.ai_task_type)
  on conflict (run_id) do nothing;
  return null;
end
$$;
create trigger note_charged_run after insert on public.ai_runs
  for each row when (not new.is_demo) execute function private.note_charged_run();

insert into private.charged_runs (run_id, task_id, ai_task_type)
select id, task_id, ai_task_type from public.ai_runs where not is_demo
union all
select r.id, r.task_id, r.ai_task_type
from private.trash_contents c
cross join jsonb_populate_recordset(null::public.ai_runs, c.content -> 'runs') r
where c.content ? 'runs' and not r.is_demo;

-- The caller's ledger as a person reads it, the newest line first. `line` counts from the first one, `slip` is the
-- number of a charged run, counted from the caller's first; both stay what they are, because the ledger does.
-- A title and a reason are there as long as the task is, in the list or in the trash.
create function public.credit_history()
returns table (
  line bigint, created_at timestamptz, kind text, amount integer, balance bigint, expires_at timestamptz,
  slip bigint, ai_task_type text, task_title text, reason text, error_code text
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
      sum(l.amount) over moments as balance,
      count(*) filter (where l.kind = 'debit') over moments as debits
    from ledger l
    window moments as (order by l.created_at, l.place, l.id)
  )
  select c.line, c.created_at, c.kind, c.amount, c.balance, c.expires_at,
         max(c.debits) filter (where c.kind = 'debit') over (partition by c.run_id) as slip,
         n.ai_task_type, coalesce(t.title, b.title), c.reason, r.error_code
  from counted c
  left join private.charged_runs n on n.run_id = c.run_id
  left join public.ai_runs r on r.id = c.run_id
  left join public.tasks t on t.id = n.task_id
  left join public.trash b on b.id = n.task_id
  order by c.line desc
$$;
revoke execute on function public.credit_history() from public, anon, service_role;
grant execute on function public.credit_history() to authenticated;

-- The caller's grants that have credits left, in the order in which they are spent.
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

-- Where the caller is signed in, the most recently used first. A session in use is refreshed about once an hour:
-- `last_used_at` is that old at most.
create function public.list_sessions()
returns table (
  session_id uuid, signed_in_at timestamptz, last_used_at timestamptz, user_agent text, ip_address text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at::timestamptz, s.created_at), s.user_agent, host(s.ip),
         s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc, 1
$$;
revoke execute on function public.list_sessions() from public, anon, service_role;
grant execute on function public.list_sessions() to authenticated;

-- Ends one of the caller's sessions: its tokens are refused and its live connections closed from then on. False: there
-- is none of theirs with this id (any more).
create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = auth.uid();
  if not found then return false; end if;
  insert into auth.audit_log_entries (id, payload, ip_address, created_at) values (
    gen_random_uuid(), jsonb_build_object('action', 'logout', 'actor_id', auth.uid()),
    coalesce(current_setting('request.ip', true), ''), now());
  return true;
end
$$;
revoke execute on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.end_session(uuid) to authenticated;

-- A choice made on one device holds on the others at once.
select private.publish('public.user_settings', 'user_id');

-- 15 credits are promised to whoever registers with the form, which always sends a password. Metadata alone can be
-- sent along by anybody who asks for a one-time code: these accounts are asked for the terms at their first sign-in,
-- like all others that come another way.
drop trigger product_open_account on auth.users;
create trigger product_open_account after insert on auth.users
  for each row when (
    new.raw_user_meta_data -> 'terms_accepted' = 'true'::jsonb and new.encrypted_password is not null
    and not new.is_anonymous)
  execute function private.open_account_at_sign_up();
