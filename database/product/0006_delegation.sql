-- How a run begins and how its owner ends it. Every function on runs locks the user first (0003_credits.sql) and says
-- whether it had an effect; "no" is an ordinary answer, because everything here can happen twice, late, or at the
-- same time as something else.

create function private.add_run_event(run uuid, key text, params jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.ai_run_events (run_id, seq, user_id, task_id, attempt, key, params)
  select r.id, 1 + coalesce((select max(e.seq) from public.ai_run_events e where e.run_id = r.id), 0),
         r.user_id, r.task_id, r.attempt, add_run_event.key, add_run_event.params
  from public.ai_runs r where r.id = run
$$;

-- Takes the credit, marks the task and makes the run, or does none of it and says why:
-- created, repeated, key_reused, not_found, no_profile, unverified, already_running, paused, too_many, no_credits.
-- `at_most` runs in any `per`; null: no limit.
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

  outcome := 'not_found';
  -- An absent project is the task's own; null is none.
  select case when request ? 'project_id' then project else t.project_id end into project
  from public.tasks t where t.user_id = owner and t.id = task for update;
  if not found then return; end if;
  if project is not null and not exists (
    select from public.projects p where p.user_id = owner and p.id = project
  ) then return; end if;
  if parent is not null and not exists (
    select from public.ai_runs r
    where r.user_id = owner and r.id = parent and r.task_id = task and r.status = 'succeeded'
  ) then return; end if;

  outcome := case
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
  end;
  if outcome is not null then return; end if;

  run_id := gen_random_uuid();
  if not demo then
    perform private.expire_grants(owner);
    if not private.take_credit(owner, run_id) then
      run_id := null;
      outcome := 'no_credits';
      return;
    end if;
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

-- Failed or cancelled: the text goes, the credit comes back. The caller holds the locks and has checked the state.
create function private.end_without_result(run uuid, outcome text, code text default null, message text default null)
returns void
language plpgsql set search_path = '' as $$
begin
  update public.ai_runs set
    status = outcome, error_code = code, error_message = message, partial_text = '', finished_at = clock_timestamp()
  where id = run;
  delete from private.run_leases where run_id = run;
  perform private.give_credit_back(run, outcome);
  perform private.add_run_event(run, outcome, case when code is null then '{}' else jsonb_build_object('code', code) end);
end
$$;

-- Ends a live run at its owner's wish. Its worker, wherever it runs, hears of it when this commits.
create function private.cancel_locked_run(run uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.end_without_result(run, 'cancelled');
  perform pg_notify('run_cancelled', run::text);
end
$$;

-- Null: there is no such run of theirs. False: it had ended before.
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
