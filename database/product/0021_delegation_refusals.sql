-- Why a delegation would be refused, as a question of its own: it is asked before attached files are looked at, which
-- costs far more than the answer, and again, under the locks, by the delegation itself.

create function private.has_credit(owner uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.credit_balances b
    where b.user_id = owner and b.spent < b.granted and (b.expires_at is null or b.expires_at > now())
  )
$$;

-- Null: nothing is against it. Otherwise not_found, no_profile, unverified, already_running, paused, too_many, no_credits.
-- `at_most` runs in any `per`; null: no limit.
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

-- Takes the credit, marks the task and makes the run, or does none of it and says why: created, repeated, key_reused,
-- or what refuse_delegation says.
create or replace function private.delegate(
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
    -- Choosing a project puts the task into it; sending none along does not take it out.
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
