-- A write whose answer was lost on the way is made again, and must then say what it said, or would have said, before.

-- The answer, the state and the events in one transaction: there is no run that is done and has no answer. True also
-- where this very attempt has finished it before: only its holder can have written that.
create or replace function private.finish_run(
  run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb, evidence jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then
    return exists (
      select from public.ai_runs r where r.id = run and r.attempt = held_attempt and r.status = 'succeeded'
    );
  end if;
  insert into public.ai_responses
    (task_id, run_id, user_id, content, preview, model_used, is_demo, notices, files, evidence)
  select r.task_id, r.id, r.user_id, finish_run.content, finish_run.preview, finish_run.model_used, r.is_demo,
         finish_run.notices, finish_run.files, finish_run.evidence
  from public.ai_runs r where r.id = run;
  update public.ai_runs r set
    status = 'succeeded', model_used = finish_run.model_used, partial_text = '', finished_at = clock_timestamp()
  where r.id = run;
  delete from private.run_leases where run_id = run;
  perform private.add_run_event(run, 'succeeded');
  return true;
end
$$;

-- A step's result and the lines that tell of it: both or neither, and once. False: the run is no longer held.
create or replace function private.record_action(
  run uuid, held_attempt integer, action text, tool_version text, result jsonb, steps jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into private.run_journal (run_id, action, version, result)
  values (run, record_action.action, tool_version, record_action.result)
  on conflict do nothing;
  -- It was written the first time, with its lines.
  if not found then return true; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$$;

-- What a person, or everybody (the nil uuid), has spent today, set aside for calls under way included. Locked, so that
-- calls that are decided at the same time do not each see the same money.
create or replace function private.lock_spending(spender uuid) returns numeric
language plpgsql set search_path = '' as $$
declare
  spent numeric;
  today constant date := (now() at time zone 'UTC')::date;
begin
  insert into private.ai_spending (day, owner) values (today, spender) on conflict do nothing;
  select usd into spent from private.ai_spending where day = today and owner = spender for update;
  return spent;
end
$$;
