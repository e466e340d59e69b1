-- How a run begins and how its owner ends it. Every function on runs locks the user first (0003_credits.sql) and
-- returns whether it had an effect; "no" is an ordinary answer, because everything here can happen twice, late, or
-- concurrently.

-- The run that each request made. The first answer is kept although its task may be deleted.
create table private.delegation_keys (
  user_id uuid not null,
  key uuid not null,
  request_hash text not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table private.delegation_keys enable row level security;
create index delegation_keys_created_at on private.delegation_keys (created_at);

create function private.has_credit(owner uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.credit_balances b
    where b.user_id = owner and b.spent < b.granted and (b.expires_at is null or b.expires_at > now())
  )
$$;

-- Why a delegation would be refused. Asked before attached files are read, which costs far more than the answer, and
-- again, under the locks, by the delegation itself. Null: it may go ahead. Otherwise not_found, no_profile, unverified,
-- already_running, paused, too_many, no_credits. `at_most` runs in any `per`; null: no limit.
create function private.refuse_delegation(owner uuid, request jsonb, demo boolean, at_most integer, per interval)
returns text
language plpgsql stable set search_path = '' as $$
declare
  task uuid := request ->> 'task_id';
  project uuid := request ->> 'project_id';
  parent uuid := request ->> 'parent_run_id';
begin
  return case
    when not exists (select from public.tasks t where t.user_id = owner and t.id = task) then 'not_found'
    when project is not null and not exists (
      select from public.projects p where p.user_id = owner and p.id = project
    ) then 'not_found'
    when parent is not null and not exists (
      select from public.ai_runs r
      where r.user_id = owner and r.id = parent and r.task_id = task and r.status = 'succeeded'
    ) then 'not_found'
    when not exists (select from public.profiles p where p.id = owner) then 'no_profile'
    when not private.is_verified(owner) then 'unverified'
    when exists (
      select from public.ai_runs r where r.task_id = task and r.status in ('queued', 'running')
    ) then 'already_running'
    when not demo and (
      select count(*) > 20 from public.credit_entries e
      where e.user_id = owner and e.kind = 'refund' and e.reason = 'cancelled'
        and e.created_at >= date_trunc('day', now(), 'UTC')
    ) then 'paused'
    when at_most <= (
      select count(*) from public.ai_runs r where r.user_id = owner and r.created_at > now() - per
    ) then 'too_many'
    when not demo and not private.has_credit(owner) then 'no_credits'
  end;
end
$$;

-- Takes the credit, marks the task and makes the run, or does none of it and returns why: created, repeated,
-- key_reused, or a reason of refuse_delegation.
create function private.delegate(
  owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval,
  at_most integer, per interval, out outcome text, out run_id uuid)
language plpgsql set search_path = '' as $$
declare
  task uuid := request ->> 'task_id';
  project uuid := request ->> 'project_id';
  parent uuid := request ->> 'parent_run_id';
  known private.delegation_keys;
begin
  perform private.lock_user(owner);

  select * into known from private.delegation_keys k where k.user_id = owner and k.key = idempotency_key;
  if found then
    run_id := known.run_id;
    outcome := case when known.request_hash = delegate.request_hash then 'repeated' else 'key_reused' end;
    return;
  end if;

  -- An absent project is the task's own; null is none.
  select case when request ? 'project_id' then project else t.project_id end into project
  from public.tasks t where t.user_id = owner and t.id = task for update;
  if not demo then perform private.expire_grants(owner); end if;
  outcome := private.refuse_delegation(owner, request, demo, at_most, per);
  if outcome is not null then return; end if;

  run_id := gen_random_uuid();
  if not demo and not private.take_credit(owner, run_id) then
    raise exception 'a person who has a credit has none';
  end if;
  insert into public.ai_runs (id, user_id, task_id, project_id, parent_run_id, ai_task_type, language, options, is_demo)
  values (run_id, owner, task, project, parent, request ->> 'ai_task_type', request ->> 'language',
          request -> 'options', demo);
  insert into private.run_leases (run_id, user_id, deadline) values (delegate.run_id, owner, now() + time_limit);
  update public.tasks set
    ai_assisted = true,
    ai_task_type = request ->> 'ai_task_type',
    -- A chosen project takes the task in; a request without one does not take it out.
    project_id = coalesce(project, project_id)
  where id = task;
  perform private.add_run_event(run_id, 'queued');
  if idempotency_key is not null then
    insert into private.delegation_keys (user_id, key, request_hash, run_id)
    values (owner, idempotency_key, delegate.request_hash, delegate.run_id);
  end if;
  outcome := 'created';
end
$$;

-- Delegates in one round trip: checks the day's budgets, decides, and returns the run. A repeated request passes
-- whatever was spent. `run` is null where the owner has none, as when its task is in the trash by now.
create function private.delegate_within_budgets(
  owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval,
  at_most integer, per interval, user_budget numeric, instance_budget numeric,
  out outcome text, out run jsonb
)
language plpgsql set search_path = '' as $$
declare
  delegated uuid;
begin
  if not demo
    and not exists (
      select from private.delegation_keys k where k.user_id = owner and k.key = delegate_within_budgets.idempotency_key)
    and private.is_over_budget(owner, user_budget, instance_budget)
  then
    outcome := 'spent';
    return;
  end if;
  select d.outcome, d.run_id into delegate_within_budgets.outcome, delegated
  from private.delegate(
    owner, delegate_within_budgets.request, delegate_within_budgets.request_hash,
    delegate_within_budgets.idempotency_key, demo, delegate_within_budgets.time_limit,
    delegate_within_budgets.at_most, delegate_within_budgets.per) d;
  select to_jsonb(r) into delegate_within_budgets.run from public.ai_runs r where r.user_id = owner and r.id = delegated;
end
$$;

-- Cancels a live run for its owner. Its worker, in whatever process, is notified when this commits.
create function private.cancel_locked_run(run uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.end_without_result(run, 'cancelled');
  perform pg_notify('run_cancelled', run::text);
end
$$;

-- Null: the owner has no such run. False: it had ended before.
create function private.cancel_run(owner uuid, run uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  state text;
begin
  perform private.lock_user(owner);
  select status into state from public.ai_runs where user_id = owner and id = run for update;
  if not found then return null; end if;
  if state not in ('queued', 'running') then return false; end if;
  perform private.cancel_locked_run(run);
  return true;
end
$$;
