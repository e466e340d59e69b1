-- Of many tasks that may be asked about, no more begin without a credit than there are credits. They hold none: a task
-- that needs no question can still take it.

create function private.credits_left(owner uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(b.granted - b.spent), 0) from private.credit_balances b
  where b.user_id = owner and (b.expires_at is null or b.expires_at > now())
$$;

create function private.unpaid_runs(owner uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.ai_runs r
  where r.user_id = owner and r.is_unpaid and r.status in ('waiting', 'queued', 'running')
$$;
create index ai_runs_unpaid on public.ai_runs (user_id)
  where is_unpaid and status in ('waiting', 'queued', 'running');

-- As before, with this limit.
create or replace function private.delegate(
  owner uuid, request jsonb, request_hash text, idempotency_key uuid, demo boolean, time_limit interval,
  at_most integer, per interval, out outcome text, out run_id uuid)
language plpgsql set search_path = '' as $$
declare
  task uuid := request ->> 'task_id';
  project uuid := request ->> 'project_id';
  parent uuid := request ->> 'parent_run_id';
  known private.delegation_keys;
  unpaid boolean;
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
  unpaid := not demo and coalesce((request ->> 'may_ask')::boolean, false) and private.wants_questions(owner, task);
  if unpaid and private.unpaid_runs(owner) >= private.credits_left(owner) then
    outcome := 'no_credits';
    return;
  end if;
  if not demo and not unpaid and not private.take_credit(owner, run_id) then
    raise exception 'a person who has a credit has none';
  end if;
  insert into public.ai_runs
    (id, user_id, task_id, project_id, parent_run_id, ai_task_type, language, options, is_demo, is_unpaid)
  values (run_id, owner, task, project, parent, request ->> 'ai_task_type', request ->> 'language',
          request -> 'options', demo, nullif(unpaid, false));
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
