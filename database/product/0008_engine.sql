-- Provider calls and the memory of tools: money, counted before it is spent; a journal, so that nothing paid for is
-- asked twice; and the learned abilities of models.

-- Each call to a provider, written before it is made: no provider promises that a repeat is free. Bare ids: the
-- spending stays on record when the task is deleted.
create table private.provider_calls (
  id bigint generated always as identity primary key,
  run_id uuid not null,
  user_id uuid not null,
  attempt integer not null,
  model text not null,
  -- Estimates, on the high side.
  prompt_tokens integer not null,
  max_tokens integer not null,
  generation_id text,
  -- Of all calls of an attempt, on its last one.
  usage jsonb,
  started_at timestamptz not null default clock_timestamp(),
  -- The step that it was made for; null for tools of one step.
  action text,
  -- USD: reserved, on the high side, before the call is made; the real cost once that is known.
  reserved numeric not null default 0,
  cost numeric,
  -- A call that is put on record again, because the answer was lost on the way, is the same call.
  key uuid,
  -- The attempt ended from outside, with the server. Its money counts, but not as one of the calls that a run may make.
  is_void boolean not null default false
);
alter table private.provider_calls enable row level security;
create index provider_calls_run_id on private.provider_calls (run_id);
create index provider_calls_started_at on private.provider_calls (started_at);

-- Money spent, or reserved for calls in progress, per day (UTC). One row per person, and one for all of them: the nil
-- uuid. Kept as a sum, because summing up at every call would be slow.
create table private.ai_spending (
  day date not null,
  owner uuid not null,
  usd numeric not null default 0,
  primary key (day, owner)
);
alter table private.ai_spending enable row level security;

-- The result of each finished step of a run, by the step's own name. After a crash the tool gets them back instead of
-- making the step again. `version` is the tool's: steps of another version would not fit together.
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

-- Abilities and refusals of the models at the configured endpoint, as found, so that a restart need not ask again. For
-- one endpoint; anything older than a month is learned anew, since servers and models change.
create table private.learned_models (
  endpoint text not null,
  model text not null,
  learned jsonb not null,
  learned_at timestamptz not null default now(),
  primary key (endpoint, model)
);
alter table private.learned_models enable row level security;

-- Returns what a person, or everybody (the nil uuid), has spent today, including reservations of calls in progress.
-- Locks the row, so that concurrent decisions do not each see the same money.
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

-- Whether today's budget is used up, for this person or for all. Null: no limit.
create function private.is_over_budget(person uuid, user_budget numeric, instance_budget numeric) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.ai_spending s
    where s.day = (now() at time zone 'UTC')::date
      and (s.owner = person and s.usd >= user_budget
           or s.owner = '00000000-0000-0000-0000-000000000000' and s.usd >= instance_budget)
  )
$$;

-- Puts a provider call on record and reserves its money. `refused` says why it must not be made: lost (the run has
-- ended or is in other hands), calls (of the run, or of this step of it), run_budget, day_budget. Void calls count as
-- money, but not as calls.
create function private.begin_provider_call(
  run uuid, held_attempt integer, call jsonb, limits jsonb, out call_id bigint, out refused text
) language plpgsql set search_path = '' as $$
declare
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  today constant date := (now() at time zone 'UTC')::date;
  step constant text := call ->> 'action';
  asked constant uuid := call ->> 'key';
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
  select count(*) filter (where not c.is_void), count(*) filter (where c.action = step and not c.is_void),
         coalesce(sum(coalesce(c.cost, c.reserved)), 0), max(c.id) filter (where c.key = asked)
  into calls, calls_of_step, spent, call_id
  from private.provider_calls c where c.run_id = run;
  if call_id is not null then return; end if;

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
  insert into private.provider_calls (run_id, user_id, attempt, model, prompt_tokens, max_tokens, action, reserved, key)
  values (run, person, held_attempt, call ->> 'model', (call ->> 'prompt_tokens')::integer,
          (call ->> 'max_tokens')::integer, step, price, asked)
  returning id into call_id;
end
$$;

-- Records what a call has used and cost, once, and frees the rest of its reservation. A call that nobody heard of again
-- keeps its reservation.
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
  -- The person first, as in begin_provider_call: two orders would deadlock.
  foreach spender in array array[made.user_id, '00000000-0000-0000-0000-000000000000'] loop
    update private.ai_spending s set usd = greatest(0, s.usd + settle_provider_call.usd - made.reserved)
    where s.day = (made.started_at at time zone 'UTC')::date and s.owner = spender;
  end loop;
end
$$;

-- Voids the calls of an attempt that ended from outside. A call with a result in the journal was not in vain, and
-- counts.
create function private.void_calls(run uuid, ended_attempt integer) returns void
language sql set search_path = '' as $$
  update private.provider_calls c set is_void = true
  where c.run_id = run and c.attempt = ended_attempt
    and not exists (select from private.run_journal j where j.run_id = run and j.action = c.action)
$$;

-- Returns the steps of an earlier attempt, and deletes those of another version of the tool.
create function private.read_journal(run uuid, held_attempt integer, tool_version text)
returns table (action text, result jsonb)
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return; end if;
  delete from private.run_journal j where j.run_id = run and j.version <> tool_version;
  return query select j.action, j.result from private.run_journal j where j.run_id = run;
end
$$;

-- Writes a step's result and its events: both or neither, and once, because the answer to this call may be lost. False:
-- the run is no longer held.
create function private.record_action(
  run uuid, held_attempt integer, action text, tool_version text, result jsonb, steps jsonb
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_run(run, held_attempt) then return false; end if;
  insert into private.run_journal (run_id, action, version, result)
  values (run, record_action.action, tool_version, record_action.result)
  on conflict do nothing;
  -- A repeat: the first call wrote it, with its events.
  if not found then return true; end if;
  perform private.add_run_event(run, step ->> 'key', step -> 'params') from jsonb_array_elements(steps) as step;
  return true;
end
$$;
