-- The life of a run. Every function here locks the user first (0003_credits.sql) and says whether it had an effect;
-- "no" is an ordinary answer, because everything here can happen twice, late, or at the same time as something else.

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

-- Which runs a worker could take up now: those that wait for one, and those whose worker is gone. Users take turns,
-- and nobody has more than `per_user` at work, so that one person's queue of fifty is nobody else's wait.
create function private.due_runs(per_user integer, at_most integer) returns setof uuid
language sql stable set search_path = '' as $$
  select run_id from (
    select run_id, not_before, is_due,
      count(*) filter (where not is_due and lease_until is not null) over (partition by user_id)
        + row_number() over (partition by user_id, is_due order by not_before, run_id) as place
    from (
      select *, coalesce(lease_until < now(), not_before <= now()) as is_due from private.run_leases
    ) l
  ) placed
  where is_due and place <= per_user
  order by place, not_before
  limit at_most
$$;

-- Takes a run up. No row: it has ended, is somebody else's, is not due, or its owner has enough at work.
-- `losses` counts the workers that died with it, `calls` the provider calls on record; `time_left` is in milliseconds.
create function private.claim_run(run uuid, claimer text, lease interval, per_user integer)
returns table (owner uuid, attempt integer, losses integer, calls integer, time_left integer)
language plpgsql set search_path = '' as $$
declare
  held private.run_leases;
begin
  select user_id into owner from private.run_leases where run_id = run;
  if not found then return; end if;
  perform private.lock_user(owner);
  select * into held from private.run_leases where run_id = run for update;
  if not found or not coalesce(held.lease_until < clock_timestamp(), held.not_before <= clock_timestamp()) then
    return;
  end if;
  if per_user <= (
    select count(*) from private.run_leases l
    where l.user_id = owner and l.run_id <> run and l.lease_until >= clock_timestamp()
  ) then return; end if;

  update public.ai_runs r
  set status = 'running', attempt = r.attempt + 1, started_at = coalesce(r.started_at, clock_timestamp()), partial_text = ''
  where r.id = run
  returning r.attempt into attempt;
  losses := held.losses + (held.lease_until is not null)::integer;
  time_left := 1000 * extract(epoch from held.deadline - clock_timestamp());
  select count(*) into calls from private.provider_calls c where c.run_id = run;
  update private.run_leases l
  set holder = claimer, lease_until = clock_timestamp() + lease, losses = claim_run.losses, attempt = claim_run.attempt
  where l.run_id = run;
  perform private.add_run_event(run, 'started');
  return next;
end
$$;

-- A program that starts knows that what it held before is held by nobody. Null: nobody else can be running.
create function private.void_leases(former_holder text) returns integer
language plpgsql set search_path = '' as $$
declare
  voided integer;
begin
  update private.run_leases set lease_until = '-infinity'
  where lease_until is not null and (former_holder is null or holder = former_holder);
  get diagnostics voided = row_count;
  return voided;
end
$$;

-- One statement for all runs of a process. Returns those that it has lost: ended, or taken up by another.
create function private.heartbeat_runs(beater text, runs uuid[], attempts integer[], lease interval) returns setof uuid
language plpgsql set search_path = '' as $$
begin
  -- A row that is locked is just being ended or taken over: waiting for it could only mean a deadlock.
  update private.run_leases l set lease_until = clock_timestamp() + lease
  where l.run_id in (
    select h.run_id from private.run_leases h
    join unnest(runs, attempts) as mine (run_id, attempt) using (run_id, attempt)
    where h.holder = beater
    for update of h skip locked
  );
  return query
    select mine.run_id from unnest(runs, attempts) as mine (run_id, attempt)
    where not exists (
      select from private.run_leases h
      where h.run_id = mine.run_id and h.attempt = mine.attempt and h.holder = beater
    );
end
$$;

-- What has been written so far, of many runs at once; behind by a second and never waited for.
create function private.save_partial_texts(runs uuid[], attempts integer[], texts text[]) returns void
language sql set search_path = '' as $$
  update public.ai_runs r set partial_text = fresh.text
  from unnest(runs, attempts, texts) as fresh (run_id, attempt, text)
  where r.id = fresh.run_id and r.id in (
    select w.id from public.ai_runs w
    join unnest(runs, attempts) as mine (run_id, attempt) on w.id = mine.run_id and w.attempt = mine.attempt
    where w.status = 'running'
    for update of w skip locked
  )
$$;

-- Locks a run that this attempt still holds, after its user. False: stop, and write nothing.
create function private.hold_run(run uuid, held_attempt integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_user(user_id) from public.ai_runs where id = run;
  perform from public.ai_runs
  where id = run and attempt = held_attempt and status = 'running'
  for update;
  return found;
end
$$;

-- `steps`: an array of {key, params}, in order.
create function private.add_run_steps(run uuid, held_attempt integer, steps jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$$;

-- Puts a provider call on record. Null: the run is lost or has used its calls up, and the call must not be made.
create function private.begin_provider_call(
  run uuid, held_attempt integer, model text, prompt_tokens integer, max_tokens integer, at_most integer
) returns bigint
language plpgsql set search_path = '' as $$
declare
  call_id bigint;
begin
  if not private.hold_run(run, held_attempt) then return null; end if;
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens)
  select r.id, r.user_id, r.attempt, begin_provider_call.model, begin_provider_call.prompt_tokens,
         begin_provider_call.max_tokens
  from public.ai_runs r
  where r.id = run and at_most > (select count(*) from private.provider_calls c where c.run_id = run)
  returning id into call_id;
  return call_id;
end
$$;

-- Back to the queue for a while: a provider that asks for patience, or a server that is being stopped. Answers when
-- it will be due; null: the run is no longer held.
create function private.release_run(run uuid, held_attempt integer, wait interval, key text, params jsonb)
returns timestamptz
language plpgsql set search_path = '' as $$
declare
  resume_at constant timestamptz := clock_timestamp() + wait;
begin
  if not private.hold_run(run, held_attempt) then return null; end if;
  update public.ai_runs set status = 'queued', partial_text = '' where id = run;
  update private.run_leases set holder = null, lease_until = null, not_before = resume_at where run_id = run;
  perform private.add_run_event(
    run, release_run.key, release_run.params || jsonb_build_object('resume_at', resume_at));
  return resume_at;
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

create function private.fail_run(run uuid, held_attempt integer, code text, message text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  perform private.end_without_result(run, 'failed', code, message);
  return true;
end
$$;

-- The answer, the state and the events in one transaction: there is no run that is done and has no answer.
create function private.finish_run(
  run uuid, held_attempt integer, content text, model_used text, notices jsonb, files jsonb, usage jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into public.ai_responses (task_id, run_id, user_id, content, model_used, is_demo, notices, files)
  select r.task_id, r.id, r.user_id, finish_run.content, finish_run.model_used, r.is_demo, finish_run.notices,
         finish_run.files
  from public.ai_runs r where r.id = run;
  update public.ai_runs r set
    status = 'succeeded', model_used = finish_run.model_used, partial_text = '', finished_at = clock_timestamp()
  where r.id = run;
  delete from private.run_leases where run_id = run;
  update private.provider_calls c set usage = finish_run.usage
  where c.id = (select max(m.id) from private.provider_calls m where m.run_id = run and m.attempt = held_attempt);
  perform private.add_run_event(run, 'succeeded');
  return true;
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
