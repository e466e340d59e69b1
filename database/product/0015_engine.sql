-- What the tools of several steps need: a journal, so that nothing that was paid for is asked twice; money, counted
-- before it is spent; and evidence, which goes with an answer.

-- The result of each finished step of a run, by the step's own name. After a crash they are given to the tool again
-- instead of being made again. `version` is that of the tool: steps of another one would not fit together.
create table private.run_journal (
  run_id uuid not null references public.ai_runs on delete cascade,
  action text not null,
  version text not null,
  result jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (run_id, action)
);
alter table private.run_journal enable row level security;
create index run_journal_created_at on private.run_journal (created_at);

-- What has been spent, or set aside for calls under way, on a day (UTC). One row per person, and one for all of them:
-- the nil uuid. A figure that every call would have to add up again would be late.
create table private.ai_spending (
  day date not null,
  owner uuid not null,
  usd numeric not null default 0,
  primary key (day, owner)
);
alter table private.ai_spending enable row level security;

alter table private.provider_calls
  -- The step that it was made for; null for tools of one step.
  add column action text,
  -- USD, on the high side, before the call is made; what it really cost once that is known.
  add column reserved numeric not null default 0,
  add column cost numeric;

-- Null: for a tool that collects none. Otherwise the sources with their quotes, and what stayed open (domain/evidence.ts).
alter table public.ai_responses add column evidence jsonb check (jsonb_typeof(evidence) = 'object');

-- The steps of an earlier attempt; those of another version of the tool are forgotten.
create function private.read_journal(run uuid, held_attempt integer, tool_version text)
returns table (action text, result jsonb)
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return; end if;
  delete from private.run_journal j where j.run_id = run and j.version <> tool_version;
  return query select j.action, j.result from private.run_journal j where j.run_id = run;
end
$$;

-- A step's result and the lines that tell of it: both or neither. False: the run is no longer held.
create function private.record_action(
  run uuid, held_attempt integer, action text, tool_version text, result jsonb, steps jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into private.run_journal (run_id, action, version, result)
  values (run, record_action.action, tool_version, record_action.result);
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$$;

-- What a person, or everybody (the nil uuid), may still spend today. Locked, so that calls that are decided at the
-- same time do not each see the same money.
create function private.lock_spending(spender uuid) returns numeric
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

-- Whether today's money is used up, for this person or for all. Null: no limit.
create function private.is_over_budget(person uuid, user_budget numeric, instance_budget numeric) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.ai_spending s
    where s.day = (now() at time zone 'UTC')::date
      and (s.owner = person and s.usd >= user_budget
           or s.owner = '00000000-0000-0000-0000-000000000000' and s.usd >= instance_budget)
  )
$$;

drop function private.begin_provider_call(uuid, integer, text, integer, integer, integer);

-- Puts a provider call on record and sets its money aside. `refused` says why it must not be made: lost (the run has
-- ended or is in other hands), calls (of the run, or of this step of it), run_budget, day_budget.
create function private.begin_provider_call(
  run uuid, held_attempt integer, call jsonb, limits jsonb, out call_id bigint, out refused text
) language plpgsql set search_path = '' as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  today constant date := (now() at time zone 'UTC')::date;
  step constant text := call ->> 'action';
  price constant numeric := coalesce((call ->> 'usd')::numeric, 0);
  person uuid;
  calls bigint;
  calls_of_step bigint;
  spent numeric;
begin
  if not private.hold_run(run, held_attempt) then
    refused := 'lost';
    return;
  end if;
  select r.user_id into person from public.ai_runs r where r.id = run;
  select count(*), count(*) filter (where c.action = step), coalesce(sum(coalesce(c.cost, c.reserved)), 0)
  into calls, calls_of_step, spent
  from private.provider_calls c where c.run_id = run;

  refused := case
    when calls >= (limits ->> 'calls')::integer or calls_of_step >= (limits ->> 'step_calls')::integer then 'calls'
    when price > 0 and spent + price > (limits ->> 'run_usd')::numeric then 'run_budget'
  end;
  if refused is null and price > 0 then
    if private.lock_spending(person) + price > (limits ->> 'user_usd')::numeric
      or private.lock_spending(everybody) + price > (limits ->> 'instance_usd')::numeric then
      refused := 'day_budget';
    end if;
  end if;
  if refused is not null then return; end if;

  if price > 0 then
    update private.ai_spending s set usd = s.usd + price
    where s.day = today and s.owner in (person, everybody);
  end if;
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens, action, reserved)
  values (run, person, held_attempt, call ->> 'model', (call ->> 'prompt_tokens')::integer,
          (call ->> 'max_tokens')::integer, step, price)
  returning id into call_id;
end
$$;

-- What a call has used and cost, once: the rest of what was set aside for it is free again. A call that nobody heard
-- of again keeps its reservation.
create function private.settle_provider_call(call_id bigint, used jsonb, usd numeric) returns void
language plpgsql set search_path = '' as $$
declare
  made private.provider_calls;
  spender uuid;
begin
  select * into made from private.provider_calls c where c.id = call_id and c.usage is null for update;
  if not found then return; end if;
  update private.provider_calls c set usage = used, cost = usd where c.id = call_id;
  if usd is null or usd = made.reserved then return; end if;
  -- The person first, as above: two orders would be a deadlock.
  foreach spender in array array[made.user_id, '00000000-0000-0000-0000-000000000000'] loop
    update private.ai_spending s set usd = greatest(0, s.usd + settle_provider_call.usd - made.reserved)
    where s.day = (made.started_at at time zone 'UTC')::date and s.owner = spender;
  end loop;
end
$$;

drop function private.finish_run(uuid, integer, text, text, text, jsonb, jsonb, jsonb);

-- The answer, the state and the events in one transaction: there is no run that is done and has no answer.
create function private.finish_run(
  run uuid, held_attempt integer, content text, preview text, model_used text, notices jsonb, files jsonb, evidence jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
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
