-- A run in the hands of a worker: taken by lease and attempt number, by the clock of the database. Whoever writes
-- names the attempt; when the run has ended or been taken over meanwhile, nothing is written.

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
  run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb, usage jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into public.ai_responses (task_id, run_id, user_id, content, preview, model_used, is_demo, notices, files)
  select r.task_id, r.id, r.user_id, finish_run.content, finish_run.preview, finish_run.model_used, r.is_demo,
         finish_run.notices, finish_run.files
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
